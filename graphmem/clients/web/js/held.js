// What was confirmed and is not sent yet: until then it can be undone, and nothing has happened.

import { busy, el, fill, tell, trouble } from './dom.js';
import { knownKey } from './key.js';

const SECONDS = 10;
const held = new Set();

/**
 * Hold a change back for some seconds, beside an "Undo", then make it.
 *
 * `will` says what will be done, `doing` that it is being done. `send` is given the key of now. `done`
 * gives what is `told` of the result and what is `offered` then; it is given the result, a way to
 * close it and one to go on with another such change. What goes wrong is told, and can be tried again.
 */
export function hold({ will, ...change }) {
  const key = knownKey();
  const seconds = el('span', { 'aria-hidden': 'true' }, String(SECONDS));
  const undo = el('button', { type: 'button', class: 'first', onclick: takeBack }, 'Undo');
  const card = el(
    'section',
    { class: 'panel', 'aria-label': will },
    el('p', {}, el('strong', {}, will), ' in ', seconds, ' seconds.'),
    el('p', { class: 'soft small' }, 'Nothing is sent before that. To leave or reload this page drops it.'),
    el('div', { class: 'row' }, undo, el('button', { type: 'button', onclick: go }, 'Do it now')),
  );
  let left = SECONDS;
  // It waits while "Undo" cannot be seen or reached.
  const clock = setInterval(() => {
    if (document.hidden || document.querySelector('dialog[open]')) return;
    left -= 1;
    seconds.textContent = String(left);
    if (left <= 0) go();
  }, 1000);
  held.add(drop);
  document.getElementById('held').append(card);
  tell(`${will} in ${SECONDS} seconds. It can be undone until then.`);
  undo.focus({ preventScroll: true });

  function end() {
    clearInterval(clock);
    held.delete(drop);
  }

  function drop() {
    end();
    card.remove();
  }

  function takeBack() {
    drop();
    tell('Undone: nothing was sent.');
    leave();
  }

  function go() {
    end();
    make(card, key, change);
  }
}

/** Make a change, and tell in its card what came of it. */
async function make(card, key, { doing, send, done }) {
  const close = () => { card.remove(); leave(); };
  const closing = el('button', { type: 'button', onclick: close }, 'Close');
  // It may be words that are to go.
  card.removeAttribute('aria-label');
  fill(card, busy(doing));
  try {
    const { told, offered } = await done(await send(key), { close, next: (change) => make(card, key, change) });
    fill(card, el('p', { tabindex: '-1' }, told), el('div', { class: 'row' }, offered, closing));
    tell(told);
  } catch (error) {
    // What was refused once is refused again, but for what changed meanwhile.
    const refused = error.status >= 400 && error.status < 429 && error.status !== 409;
    fill(card, trouble(error, !refused && (() => make(card, key, { doing, send, done }))), el('div', { class: 'row' }, closing));
  }
}

/** Drop all that is held back, so that nothing of it is sent, and what is told of what was. */
export function dropHeld() {
  for (const drop of [...held]) drop();
  document.getElementById('held').replaceChildren();
}

function leave() {
  document.getElementById('main').focus({ preventScroll: true });
}

// A page that was left may be kept and shown again as it was.
window.addEventListener('pagehide', dropHeld);
