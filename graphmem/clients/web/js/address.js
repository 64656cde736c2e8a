// The address after the hash: which view, of what, with which arguments.

/** `#/entity/UID?tab=x` → `{ view: 'entity', of: 'UID', given }`. */
export function here() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [view, ...rest] = path.split('/');
  return {
    view: view || 'ask',
    of: rest.map(decodeURIComponent).join('/'),
    given: new URLSearchParams(query),
  };
}

/** The address of a view; what is empty is left out. */
export function to(view, of = '', given = {}) {
  const asked = new URLSearchParams(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ).toString();
  return `#/${view}${of && `/${encodeURIComponent(of)}`}${asked && `?${asked}`}`;
}
