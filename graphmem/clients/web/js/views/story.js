// What happened to a person or a thing as a line of time, with who knew, why, and where nothing is told.

import { post } from '../api.js';
import { busy, el, fill } from '../dom.js';
import { turnLink } from '../said.js';
import { statementActions } from '../taking-back.js';
import { counted, day, span } from '../words.js';
import { PAST, inOrder } from './portrait.js';

/** Fill a section with the story of a person or a thing; how many events it has. */
export async function story(place, uid, signal) {
  fill(place, busy('Telling it…'));
  const found = await post('story', { about: uid }, signal);
  const line = [
    ...found.sentences.map((one) => [begun(one), event(one)]),
    ...found.gaps.map((one) => [one.since, gap(one)]),
  ].sort(([one], [other]) => one.localeCompare(other));
  fill(
    place,
    found.left_out > 0 && el('p', { class: 'soft small' }, `${counted(found.left_out, 'earlier event')} left out`),
    line.length === 0
      ? el('p', { class: 'soft' }, 'Nothing is told that happened yet.')
      : el('ol', { class: 'timeline story' }, line.map(([, drawn]) => drawn)),
  );
  return found.sentences.length;
}

/** When it happened, where that is known; else when it was told. */
function begun(one) {
  return one.interval ? one.interval.start : one.said_at;
}

function event(one) {
  const when = span(one.interval);
  const by = one.told_by ? `told by ${one.told_by}, ` : 'told ';
  const after = one.successor;
  return el(
    'li',
    {},
    el('p', { class: 'row' }, el('time', { datetime: begun(one) }, when ?? `told ${day(one.said_at)}`), one.past && !after && past(one)),
    el('p', {}, one.text),
    one.causes.map((cause) => el('p', {}, `because ${cause.text} `, turnLink(cause.turn_id, cause.text))),
    after && el('p', {}, one.past && [past(one), ' '], `${after.text} `, after.turn_ids.map((turn) => [turnLink(turn), ' '])),
    el('p', { class: 'row small soft' }, el('span', {}, `${by}${day(one.said_at)}`), one.turn_ids.map((turn) => turnLink(turn)), statementActions(inOrder(one), one.text, one.turn_ids.length)),
    one.known_by.length > 0 && el('p', { class: 'small soft' }, `Known to ${one.known_by.map(({ name, since }) => `${name} since ${day(since)}`).join(', ')}`),
  );
}

/** What became of it: "replaced by" stands before what did. */
function past(one) {
  return el('span', { class: 'tag care' }, PAST[one.past]);
}

function gap({ since, until, days }) {
  return el('li', { class: 'soft' }, el('p', {}, `Nothing is told from ${day(since)} to ${day(until)}: ${counted(days, 'day')}`));
}
