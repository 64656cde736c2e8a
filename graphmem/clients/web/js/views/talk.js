// A conversation as it was said.

import { to } from '../address.js';
import { may } from '../allowed.js';
import { get } from '../api.js';
import { busy, el, fill, further, guarded, tell } from '../dom.js';
import { openTurn } from '../drawer.js';
import { talk } from '../said.js';
import { actions, forgetButton } from '../taking-back.js';
import { counted, day } from '../words.js';

const AT_ONCE = 200;
const SOUGHT_AT_ONCE = 1000;

/** The view of `#/talk/CONVERSATION?session=…&turn=…`. */
export async function talkOf(place, { of, given }, signal) {
  fill(place, el('h1', {}, of), busy('Opening the conversation…'));
  const found = await get('dialogue', { conversation: of, session: given.get('session'), limit: AT_ONCE }, signal);
  const place0 = found.sessions.findIndex((one) => one.session_id === found.session_id);
  const session = found.sessions[place0];
  const [before, after] = [found.sessions[place0 - 1], found.sessions[place0 + 1]];
  const turns = el('div', { class: 'stack' });
  const foot = el('div', {});
  fill(
    place,
    el('div', { class: 'row apart' }, el('h1', {}, of), forgetButton('conversation', { conversation: of }, of, 'Forget this conversation…', () => to('conversations'))),
    el(
      'div',
      { class: 'reading' },
      el('nav', { 'aria-label': 'Sessions' }, el('ul', {}, found.sessions.map((one) =>
        el('li', {}, el('a', { href: at(one), 'aria-current': one === session && 'page' }, `${one.session_id} · ${day(one.started_at)}`)),
      ))),
      el('label', { class: 'choose' }, 'Session', choice()),
      el(
        'section',
        { class: 'panel', 'aria-label': `Session ${session.session_id}` },
        el('div', { class: 'row apart' }, el('h2', {}, `${session.session_id}, ${day(session.started_at)}`), el('span', { class: 'row' }, el('span', { class: 'soft small' }, counted(session.turns, 'turn')), forgetButton('session', { conversation: of, session: session.session_id }, `${of}, ${session.session_id}`, 'Forget this session…', left))),
        turns,
        foot,
        (before || after) && el(
          'div',
          { class: 'row' },
          before && el('a', { class: 'button', href: at(before) }, `← ${before.session_id}`),
          after && el('a', { class: 'button', href: at(after) }, `${after.session_id} →`),
        ),
      ),
    ),
  );
  let shown = 0;
  show(found.turns);
  await guarded(foot, seek, signal);

  /** Show the turn that was asked for, however far on in its session it was said. */
  async function seek() {
    const current = () => turns.querySelector('[aria-current]');
    if (given.get('turn')) {
      while (!current() && (await more(SOUGHT_AT_ONCE)));
      if (!current()) turns.prepend(el('p', { class: 'panel', role: 'status' }, `There is no turn ${given.get('turn')} in this session.`));
    }
    current()?.scrollIntoView({ block: 'center' });
    current()?.focus({ preventScroll: true });
    tell(`${of}, session ${session.session_id}, ${counted(session.turns, 'turn')}`);
  }

  function show(some) {
    shown += some.length;
    turns.append(talk(some, { current: given.get('turn'), first: found.turns[0]?.speaker_uid, offered }));
    const next = () => guarded(foot, () => further(turns, '.turn', () => more(AT_ONCE)), signal);
    fill(foot, shown < session.turns && el('button', { type: 'button', onclick: next }, 'Show more'));
  }

  /** Read on; whether there was any more. */
  async function more(limit) {
    if (shown >= session.turns) return false;
    fill(foot, busy('Reading on…'));
    const asked = { conversation: of, session: session.session_id, limit, offset: shown };
    const { turns: some } = await get('dialogue', asked, signal);
    show(some);
    return some.length > 0;
  }

  function offered(turn) {
    const stated = el('button', { type: 'button', class: 'small', onclick: () => openTurn(turn.turn_id) }, 'What it states…');
    const forget = forgetButton('turn', { turn: turn.turn_id }, turn.text);
    return actions(`Take back ${turn.turn_id}`, [(may('retract') || may('correct')) && stated, forget]);
  }

  /** Where to go once the session was forgotten. */
  function left(receipt) {
    return receipt.conversations > 0 ? to('conversations') : to('talk', of);
  }

  function at(one) {
    return to('talk', of, { session: one.session_id });
  }

  function choice() {
    const made = el(
      'select',
      { onchange: () => { location.hash = to('talk', of, { session: made.value }); } },
      found.sessions.map((one) =>
        el('option', { value: one.session_id, selected: one === session }, `${one.session_id} · ${day(one.started_at)}`),
      ),
    );
    return made;
  }
}
