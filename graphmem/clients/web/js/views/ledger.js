// Decisions on record, part by part.

import { get } from '../api.js';
import { busy, el, fill, further, guarded } from '../dom.js';
import { waitingNote } from '../said.js';
import { counted } from '../words.js';
import { decided } from './decided.js';

const AT_ONCE = 15;

/**
 * Fill a place with the decisions that are asked for; how many there are, shown or not.
 *
 * `none` is said where there are none; `offered` stands beside the news that one was taken back;
 * `noted` says that turns wait, where the page does not say so itself.
 */
export async function ledger(place, asked, signal, { none, offered = null, noted = true }) {
  const list = el('ul', { class: 'decisions' });
  const foot = el('div', {});
  fill(place, list, foot);
  return more();

  async function more() {
    fill(foot, busy('Looking what was decided…'));
    const found = await get('decisions', { ...asked, limit: AT_ONCE, offset: list.children.length }, signal);
    list.append(...found.decisions.map((one) => decided(one, renew)));
    const held = list.children.length;
    fill(
      foot,
      noted && waitingNote(found),
      el('p', { class: 'soft small', role: 'status' }, found.total ? `${held} of ${counted(found.total, 'decision')}` : none),
      held < found.total && el('button', { type: 'button', onclick: () => guarded(foot, () => further(list, ':scope > li', more), signal) }, 'Show more'),
    );
    return found.total;
  }

  async function renew(made) {
    // What was taken back is, also where the list cannot be fetched anew.
    await guarded(place, () => ledger(place, asked, signal, { none, offered, noted }), signal);
    const news = el('p', { class: 'panel row', role: 'status', tabindex: '-1', id: 'undone' }, el('strong', {}, 'Done. '), became(made), offered);
    place.prepend(news);
    news.focus();
  }
}

function became(made) {
  const both = `${made.left.name} and ${made.right.name}`;
  if (!made.confident) return `${both} were judged anew.`;
  return made.verdict === 'merge' ? `${both} are one now.` : `${both} are kept apart now.`;
}
