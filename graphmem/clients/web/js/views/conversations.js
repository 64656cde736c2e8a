// What was recorded.

import { to } from '../address.js';
import { get } from '../api.js';
import { busy, el, fill } from '../dom.js';
import { counted, day } from '../words.js';

/** The view of `#/conversations`. */
export async function conversations(place, _, signal) {
  fill(place, el('h1', {}, 'Conversations'), busy('Looking what was recorded…'));
  const held = await get('conversations', { limit: 1000 }, signal);
  fill(
    place,
    el('h1', {}, 'Conversations'),
    held.total === 0 && el('p', { class: 'soft' }, 'Nothing was recorded yet.'),
    el('ul', { class: 'cards' }, held.conversations.map(drawn)),
  );
}

function drawn(one) {
  const [from, until] = [one.first_said_at, one.last_said_at].map((moment) => moment && day(moment));
  return el(
    'li',
    {},
    el(
      'a',
      { href: to('talk', one.conversation_id) },
      el('strong', {}, one.conversation_id),
      el('span', {}, one.people.join(', ')),
      el('span', { class: 'soft small block' }, `${counted(one.turns, 'turn')} in ${counted(one.sessions, 'session')}`),
      from && el('span', { class: 'soft small block' }, from === until ? from : `${from} to ${until}`),
    ),
  );
}
