// What was taken for one and what was kept apart.

import { to } from '../address.js';
import { el, fill } from '../dom.js';
import { ledger } from './ledger.js';
import { retractions } from './retractions.js';

const SHOWN = [['', 'In force'], ['undecided', 'Undecided'], ['past', 'With past ones'], ['retractions', 'Taken back']];

/** The view of `#/decisions?show=…`. */
export async function decisions(place, address, signal) {
  const show = address.given.get('show') ?? '';
  const list = el('div', { class: 'stack' });
  fill(
    place,
    el('h1', {}, 'Decisions'),
    el('p', { class: 'soft' }, 'Whom and what the memory takes for one, what it keeps apart, and why; and what was retracted or corrected. Each can be taken back.'),
    el(
      'nav',
      { class: 'row', 'aria-label': 'Which decisions' },
      SHOWN.map(([name, title]) => el('a', { class: 'button', href: to('decisions', '', { show: name }), 'aria-current': name === show && 'true' }, title)),
    ),
    list,
  );
  if (show === 'retractions') {
    await retractions(list, signal);
    return;
  }
  const asked = { undecided: show === 'undecided' || null, past: show === 'past' || null };
  await ledger(list, asked, signal, { none: 'There are none.' });
}
