// What was recorded.

import { to } from '../address.js';
import { listed } from '../api.js';
import { busy, el, fill } from '../dom.js';
import { counted, day } from '../words.js';

/** The view of `#/conversations`. */
export async function conversations(place, _, signal) {
  fill(place, el('h1', {}, 'Conversations'), busy('Looking what was recorded…'));
  const held = await listed('conversations', signal);
  fill(
    place,
    el('h1', {}, 'Conversations'),
    held.length === 0 && el('p', { class: 'soft' }, 'Nothing was recorded yet.'),
    el('ul', { class: 'cards' }, held.map(drawn)),
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
