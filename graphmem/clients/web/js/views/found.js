// The turns that a search found, each with who said it, when, and why it stands where it does.

import { el, tell } from '../dom.js';
import { addends, parts, turnLink, waitingNote } from '../said.js';
import { counted, day, figure, plain } from '../words.js';

/** A result of the API, drawn. */
export function found(result, address) {
  const title = result.hits.length ? counted(result.hits.length, 'turn') : 'Nothing was found';
  tell(title);
  return el(
    'section',
    { class: 'panel', 'aria-label': 'Turns found' },
    el(
      'div',
      { class: 'row apart' },
      el('h2', {}, title),
      el('a', { href: `#/trace?${address.given}` }, 'See the search drawn'),
    ),
    result.notes.map((note) => el('p', { class: 'tag care' }, note)),
    waitingNote(result),
    el('ol', { class: 'hits' }, result.hits.map(drawn)),
  );
}

function drawn(hit, place) {
  return el(
    'li',
    { class: 'hit' },
    el('span', { class: 'place', 'aria-hidden': 'true' }, String(place + 1)),
    el(
      'div',
      { class: 'body' },
      el('p', {}, hit.text),
      hit.caption && el('p', { class: 'soft small' }, `Shows an image: ${hit.caption}`),
      el('p', { class: 'row small soft' }, el('strong', {}, hit.speaker), day(hit.said_at), turnLink(hit.turn_id, hit.text)),
      el(
        'details',
        {},
        el('summary', {}, `Score ${figure(hit.score)}, found by ${hit.paths.map(plain).join(', ')}`),
        parts(addends(hit.parts)),
      ),
    ),
  );
}
