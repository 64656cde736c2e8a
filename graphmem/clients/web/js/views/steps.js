// How something is done: the steps in order, who taught each, and what was said in its place since.

import { el, tell } from '../dom.js';
import { turnLink, waitingNote } from '../said.js';
import { counted, day } from '../words.js';

/** What a later word on a step is to it. */
const CHANGES = {
  SUPERSEDES: 'replaced by',
  CORRECTS: 'corrected to',
  CONFLICTS_WITH: 'contradicted by',
};

/** A process of the API, drawn: each time that somebody told it, the last first. */
export function steps(process) {
  const title = process.tellings.length ? `Told ${counted(process.tellings.length, 'time')}` : 'Nobody told how that is done';
  tell(title);
  return el(
    'section',
    { class: 'panel', 'aria-label': 'How it is done' },
    el('h2', {}, title),
    waitingNote(process),
    process.tellings.map((telling) => [
      el('h3', { class: 'row' }, `${telling.taught_by}, ${day(telling.said_at)}`, turnLink(telling.turn_id)),
      el('ol', { class: 'process' }, telling.steps.map(step)),
    ]),
  );
}

function step(one) {
  return el(
    'li',
    { value: one.number },
    el('p', {}, one.text),
    el('p', { class: 'row small soft' }, el('span', {}, `${one.taught_by}, ${day(one.said_at)}`), turnLink(one.turn_id)),
    one.changes.map((change) =>
      el(
        'div',
        { class: 'branch' },
        el('p', {}, el('span', { class: 'tag care' }, CHANGES[change.link] ?? 'said since'), ` ${change.text}`),
        el('p', { class: 'row small soft' }, el('span', {}, `${change.told_by}, ${day(change.said_at)}`), change.turn_ids.map((turn) => turnLink(turn))),
      ),
    ),
  );
}
