// What was retracted or corrected, by whom and why, part by part; and how to put it back.

import { may } from '../allowed.js';
import { get, post } from '../api.js';
import { confirm } from '../confirm.js';
import { busy, el, fill, further, guarded, tell } from '../dom.js';
import { turnLink } from '../said.js';
import { counted, day } from '../words.js';

const AT_ONCE = 15;

/** Fill a place with all retractions, those of the past among them. */
export async function retractions(place, signal) {
  const list = el('ul', { class: 'decisions' });
  const foot = el('div', {});
  fill(place, list, foot);
  await more();

  async function more() {
    fill(foot, busy('Looking what was taken back…'));
    const found = await get('retractions', { past: true, limit: AT_ONCE, offset: list.children.length }, signal);
    list.append(...found.retractions.map((one) => drawn(one, renew)));
    const held = list.children.length;
    fill(
      foot,
      el('p', { class: 'soft small', role: 'status' }, found.total ? `${held} of ${counted(found.total, 'retraction')}` : 'Nothing was taken back.'),
      held < found.total && el('button', { type: 'button', onclick: () => guarded(foot, () => further(list, ':scope > li', more), signal) }, 'Show more'),
    );
  }

  async function renew(undone) {
    await guarded(place, () => retractions(place, signal), signal);
    const news = el('p', { class: 'panel', role: 'status', tabindex: '-1', id: 'undone' }, el('strong', {}, 'Done. '), `“${undone.text}” stands again.`);
    place.prepend(news);
    news.focus();
  }
}

function drawn(one, changed) {
  const corrected = one.corrected_to !== null;
  return el(
    'li',
    { class: 'decision panel', 'data-uid': one.uid },
    el(
      'div',
      { class: 'row apart' },
      el('p', { class: 'row' }, el('span', { class: 'tag care' }, corrected ? 'Corrected' : 'Retracted'), !one.in_force && el('span', { class: 'tag' }, 'no longer in force')),
      one.in_force && may('undo') && el('button', { type: 'button', onclick: () => undo(one, changed) }, 'Undo'),
    ),
    el('p', { class: 'sides' }, one.in_force ? el('s', {}, one.text) : one.text),
    corrected && el('p', { class: 'sides' }, one.corrected_to),
    one.reason && el('p', {}, one.reason),
    el(
      'p',
      { class: 'row soft small' },
      `${one.by || 'Somebody'} said so, on record since ${day(one.recorded_at)}`,
      [...new Set(one.words.map(({ dia_id: turn }) => turn))].map((turn) => turnLink(`${one.conversation_id}/${turn}`, one.quote)),
    ),
  );
}

function undo(one, changed) {
  const asked = {
    title: one.corrected_to === null ? 'Undo this retraction?' : 'Undo this correction?',
    told: el('p', {}, `“${one.text}” will stand again${one.corrected_to === null ? '' : `, in the place of “${one.corrected_to}”`}.`),
    yes: 'Undo it',
  };
  confirm(asked, async (_, { close }) => {
    const made = await post('undo', { uid: one.uid });
    close();
    await changed(made);
    tell('Done.');
  });
}
