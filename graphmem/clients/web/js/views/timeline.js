// Roles, states and facts in time.

import { el, further } from '../dom.js';
import { turnLink } from '../said.js';
import { statementActions } from '../taking-back.js';
import { day, plain, span } from '../words.js';

const AT_ONCE = 12;

/** Entries of a timeline, the earliest first, and how many they are; more of them on demand. */
export function timeline(entries) {
  const ordered = once(entries).sort((one, other) => begun(one).localeCompare(begun(other)));
  const list = el('ol', { class: 'timeline' });
  const more = el('button', { type: 'button', onclick: () => further(list, ':scope > li', show) }, 'Show more');
  let shown = 0;
  show();
  return { drawn: el('div', { class: 'stack' }, list, more), count: ordered.length };

  function show() {
    list.append(...ordered.slice(shown, shown + AT_ONCE).map(entry));
    shown = Math.min(ordered.length, shown + AT_ONCE);
    more.hidden = shown === ordered.length;
  }
}

/** What a role says and an answer of the same turn says again is told once, with the role. */
function once(entries) {
  const told = new Map();
  for (const one of entries) {
    const key = `${one.turn_id} ${one.text}`;
    if (!told.has(key) || one.role) told.set(key, one);
  }
  return [...told.values()];
}

/** When it was so, where that is known; else when it was said. */
function begun(one) {
  return one.interval && !one.interval.open_start ? one.interval.start : one.said_at;
}

function entry(one) {
  const when = span(one.interval);
  return el(
    'li',
    { class: one.role && 'role' },
    el('p', { class: 'row' }, el('time', { datetime: begun(one) }, when ?? `said ${day(one.said_at)}`), one.role && el('span', { class: 'tag' }, plain(one.role)), (one.states ?? []).map((state) => el('span', { class: 'tag good' }, plain(state)))),
    el('p', {}, one.text),
    el('p', { class: 'row small soft' }, el('span', {}, `${one.speaker}${when ? `, ${day(one.said_at)}` : ''}`), turnLink(one.turn_id, one.quote), statementActions([one.statement_uid], one.text)),
  );
}
