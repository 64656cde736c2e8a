// Elements without markup: what people said becomes text nodes and nothing else.

/** An element with attributes, listeners (`onclick`) and children; null and false are left out. */
export function el(name, given = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...present(children));
  return made;
}

/** Put these in the place of whatever an element held. */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
}

/** Set a custom property, which the policy of the page allows where a style attribute is not. */
export function measured(element, share) {
  element.style.setProperty('--share', String(Math.max(0, Math.min(1, share))));
  return element;
}

/** Tell those who do not see the page what happened. */
export function tell(news) {
  document.getElementById('news').textContent = news;
}

/** What is shown while something is fetched. */
export function busy(what) {
  tell(what);
  return el('p', { class: 'busy' }, what);
}

/** An error as people read it, with a way to try again. */
export function trouble(error, again) {
  tell(error.message);
  return el(
    'section',
    { class: 'panel trouble', role: 'alert' },
    el('h2', {}, 'That did not work'),
    el('p', {}, error.message),
    error.nextStep && el('p', { class: 'soft' }, error.nextStep),
    again && el('button', { type: 'button', onclick: again }, 'Try again'),
  );
}

/**
 * Fetch for a place, at first or after a click; what goes wrong is told there and can be tried again.
 *
 * One part that fails does not take the others with it, and nothing is told once the view was left.
 */
export async function guarded(place, work, signal) {
  try {
    await work();
  } catch (error) {
    if (signal.aborted) return;
    const again = () => {
      fill(place);
      return guarded(place, work, signal);
    };
    fill(place, trouble(error, again));
  }
}

/** Show more of a list, then go to the first item that came: the button that was pressed may be gone. */
export async function further(list, items, more) {
  const before = list.querySelectorAll(items).length;
  await more();
  const first = list.querySelectorAll(items)[before];
  first?.setAttribute('tabindex', '-1');
  first?.focus({ preventScroll: true });
}

function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}
