// Quotes and turns as every view shows them.

import { to } from './address.js';
import { el, measured } from './dom.js';
import { openTurn } from './drawer.js';
import { clock, counted, day, figure, minute, plain } from './words.js';

/** A button that opens a turn in its dialogue. */
export function turnLink(turnId, quote = '') {
  return el(
    'button',
    { type: 'button', class: 'turn-link', 'aria-label': `Open ${turnId} in its dialogue`, onclick: () => openTurn(turnId, quote) },
    turnId,
  );
}

/** That turns which a result could be of are not extracted or reconciled yet; nothing where none are. */
export function waitingNote({ waiting }) {
  if (!waiting) return false;
  const turns = `${counted(waiting, 'turn')} ${waiting === 1 ? 'waits' : 'wait'} to be read`;
  return el('p', { class: 'tag care waiting' }, `${turns}: found by words, the facts are not known yet`);
}

/** A quote with who said it, when, and where. */
export function quoted({ quote, speaker, said_at: saidAt, turn_id: turnId }, ...more) {
  return el(
    'div',
    { class: 'said' },
    el('blockquote', {}, `“${quote}”`),
    el('p', { class: 'row' }, el('strong', {}, speaker), day(saidAt), turnLink(turnId, quote), ...more),
  );
}

/** A text in which the first occurrence of a part is marked. */
export function marked(text, part) {
  const place = part ? text.indexOf(part) : -1;
  if (place < 0) return [text];
  return [text.slice(0, place), el('mark', {}, part), text.slice(place + part.length)];
}

/**
 * Turns of one session in order; the current one is marked, and its quote in it.
 *
 * `first` has the first side; `offered` gives what stands beside each.
 */
export function talk(turns, { current = null, quote = '', first = turns[0]?.speaker_uid, offered = null } = {}) {
  return el(
    'ol',
    { class: 'talk' },
    turns.map((turn) =>
      el(
        'li',
        {
          class: `turn ${turn.speaker_uid === first ? 'one' : 'other'}`,
          'aria-current': turn.turn_id === current && 'true',
          tabindex: turn.turn_id === current && '-1',
        },
        el(
          'p',
          { class: 'who' },
          el('strong', {}, turn.speaker),
          el('time', { datetime: turn.said_at, title: minute(turn.said_at) }, clock(turn.said_at)),
          el('span', {}, turn.dia_id),
          offered?.(turn),
        ),
        el('p', {}, turn.turn_id === current ? marked(turn.text, quote) : turn.text),
        turn.caption && el('p', { class: 'image' }, `Shows an image: ${turn.caption}`),
      ),
    ),
  );
}

/** The addends of a sum as bars, the weightiest first. */
export function parts(addends) {
  const most = Math.max(...addends.map((one) => Math.abs(one.contribution)), 1e-9);
  const ordered = addends
    .filter((one) => Math.abs(one.contribution) >= 0.005)
    .sort((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution));
  return el(
    'div',
    { class: 'bars' },
    ordered.map((one) => [
      el('span', {}, plain(one.name)),
      el('span', { class: 'track' }, measured(el('span', { class: one.contribution < 0 ? 'fill minus' : 'fill' }), Math.abs(one.contribution) / most)),
      el('span', { class: 'figure' }, figure(one.contribution, { signed: true })),
    ]),
  );
}

/** What `parts` takes, of the parts of a score as the API gives them. */
export function addends(scoreParts) {
  return scoreParts.map(({ name, value, weight }) => ({ name, contribution: value * weight }));
}

/** Links to conversations. */
export function conversationTags(ids) {
  return ids.map((id) => el('a', { class: 'tag', href: to('talk', id) }, id));
}
