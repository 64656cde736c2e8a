// The address after the hash: which view, of what, with which arguments.

/** `#/entity/UID?tab=x` → `{ view: 'entity', of: 'UID', given }`. */
export function here() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [view, ...rest] = path.split('/');
  return {
    view: view || 'ask',
    of: rest.map(decoded).join('/'),
    given: new URLSearchParams(query),
  };
}

/** A part of the address; as it stands where it is no encoding of anything. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

/** The address of a view; what is empty is left out. */
export function to(view, of = '', given = {}) {
  const asked = new URLSearchParams(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ).toString();
  return `#/${view}${of && `/${encodeURIComponent(of)}`}${asked && `?${asked}`}`;
}
