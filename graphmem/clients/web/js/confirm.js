// A question before something is changed.

import { el, trouble } from './dom.js';

/**
 * Ask before a change: `work` does it with what was filled in, and what goes wrong is told there.
 *
 * `fields` are asked for, by name. `prepare` fills a place before anything can be confirmed. `work`
 * is given the values, and a way to ask once more: what to say, and what the button says then.
 */
export function confirm({ title, told, fields = {}, prepare = null, yes, no = 'Leave it as it is' }, work) {
  const said = el('div', {});
  const seen = el('div', { 'aria-live': 'polite' });
  const go = el('button', { class: 'grave' }, yes);
  const asked = Object.entries(fields);
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'confirm-title', 'aria-describedby': 'confirm-told' },
    el(
      'form',
      { class: 'inside', method: 'dialog', onsubmit: change },
      el('h2', { id: 'confirm-title' }, title),
      el('div', { id: 'confirm-told', class: 'stack' }, told),
      seen,
      asked.map(([, { label, field }]) => el('label', {}, label, field)),
      said,
      el('div', { class: 'row' }, go, el('button', { type: 'button', autofocus: asked.length === 0 || prepare !== null, onclick: () => dialog.close() }, no)),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  if (prepare) look();

  async function look() {
    go.disabled = true;
    try {
      await prepare(seen);
      go.disabled = false;
    } catch (error) {
      seen.replaceChildren(trouble(error, look));
    }
  }

  async function change(event) {
    event.preventDefault();
    go.disabled = true;
    const values = Object.fromEntries(asked.map(([name, { field }]) => [name, field.value.trim()]));
    let again = false;
    const ask = (why, word) => {
      again = true;
      said.replaceChildren(el('p', { role: 'alert' }, why));
      go.textContent = word;
    };
    try {
      await work(values, { ask, close: () => dialog.close() });
      if (!again) dialog.close();
    } catch (error) {
      said.replaceChildren(trouble(error));
    }
    go.disabled = false;
  }
}
