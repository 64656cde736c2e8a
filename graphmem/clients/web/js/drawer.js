// The dialogue around a turn, beside whatever cites it.

import { to } from './address.js';
import { get } from './api.js';
import { busy, el, fill, tell, trouble } from './dom.js';
import { talk } from './said.js';
import { forgetButton, statementActions } from './taking-back.js';
import { day } from './words.js';

const AROUND = 4;
const FURTHER = 12;

/** Open a turn in its dialogue; Escape closes it, and the focus goes back to where it was. */
export async function openTurn(turnId, quote = '') {
  const place = el('div', { class: 'stack' }, busy('Opening the dialogue…'));
  const close = () => dialog.close();
  const dialog = el(
    'dialog',
    { class: 'drawer', 'aria-labelledby': 'drawer-title' },
    el(
      'div',
      { class: 'inside' },
      el(
        'div',
        { class: 'drawer-head row apart' },
        el('h2', { id: 'drawer-title' }, turnId),
        el('button', { type: 'button', onclick: close }, 'Close'),
      ),
      place,
    ),
  );
  const leave = () => dialog.close();
  dialog.addEventListener('close', () => {
    window.removeEventListener('hashchange', leave);
    dialog.remove();
  });
  dialog.addEventListener('click', (event) => event.target === dialog && close());
  window.addEventListener('hashchange', leave);
  document.body.append(dialog);
  dialog.showModal();
  await show(place, turnId, quote, AROUND);
}

async function show(place, turnId, quote, around) {
  let found;
  try {
    found = await get('turn', { turn_id: turnId, around });
  } catch (error) {
    fill(place, trouble(error, () => show(place, turnId, quote, around)));
    return;
  }
  const { turn, before, after } = found;
  const more = before.length === around || after.length === around;
  fill(
    place,
    el('p', { class: 'soft' }, `${found.conversation_id}, session ${found.session_id}, ${day(turn.said_at)}`),
    talk([...before, turn, ...after], { current: turn.turn_id, quote }),
    stated(found),
    el(
      'p',
      { class: 'row' },
      more && around < 50 && el('button', { type: 'button', onclick: () => show(place, turnId, quote, Math.min(50, around + FURTHER)) }, 'Show more around it'),
      el('a', { href: to('talk', found.conversation_id, { session: found.session_id, turn: turn.turn_id }) }, 'Read the conversation'),
      forgetButton('turn', { turn: turn.turn_id }, turn.text, 'Forget this turn…'),
    ),
  );
  const here = place.querySelector('[aria-current]');
  here.scrollIntoView({ block: 'center' });
  here.focus({ preventScroll: true });
  tell(`${turn.speaker}, ${day(turn.said_at)}: ${turn.text}`);
}

/** What the turn states, each once, with what can be done about it. */
function stated({ statements }) {
  const told = new Map(statements.map((one) => [one.text, one.uid]));
  if (told.size === 0) return false;
  return el(
    'section',
    { 'aria-label': 'What this turn states' },
    el('h3', {}, 'What this turn states'),
    el('ul', { class: 'lines' }, [...told].map(([text, uid]) => el('li', {}, `${text} `, statementActions([uid], text)))),
  );
}
