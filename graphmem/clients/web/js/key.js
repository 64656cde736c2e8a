// The API key, kept for this tab only.

import { el } from './dom.js';

const PLACE = 'graphmem-key';
let asking = null;

/** The key that was given in this tab, or null. */
export function knownKey() {
  return sessionStorage.getItem(PLACE);
}

/** Forget it; the next request asks anew. */
export function forgetKey() {
  sessionStorage.removeItem(PLACE);
  showWhetherKnown();
}

/** Show the button that forgets the key where there is one. */
export function showWhetherKnown() {
  document.getElementById('forget-key').hidden = knownKey() === null;
}

/** Ask for a key, once however many requests wait for it; whether one was given. */
export function askForKey(wrong) {
  asking ??= new Promise((resolve) => {
    const field = el('input', { type: 'password', id: 'key', required: true, autocomplete: 'off', spellcheck: 'false' });
    const dialog = el(
      'dialog',
      { 'aria-labelledby': 'key-title' },
      el(
        'form',
        { class: 'inside', method: 'dialog', onsubmit: keep },
        el('h2', { id: 'key-title' }, 'This memory asks for a key'),
        wrong && el('p', { class: 'tag bad', role: 'alert' }, 'The key that was given does not hold.'),
        el('p', { class: 'soft' }, 'Whoever runs the server makes one with “graphmem keys add SPACE”. It is kept for this tab only.'),
        el('label', { for: 'key' }, 'API key', field),
        el(
          'div',
          { class: 'row' },
          el('button', { class: 'first' }, 'Use this key'),
          el('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
        ),
      ),
    );
    let given = false;
    function keep(event) {
      event.preventDefault();
      sessionStorage.setItem(PLACE, field.value.trim());
      given = true;
      dialog.close();
    }
    dialog.addEventListener('close', () => {
      dialog.remove();
      asking = null;
      showWhetherKnown();
      resolve(given);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
  return asking;
}
