// A question, answered from its evidence, or the turns that bear on it; or how something is done.

import { to } from '../address.js';
import { listed, post } from '../api.js';
import { busy, el, fill, trouble } from '../dom.js';
import { counted } from '../words.js';
import { answered } from './answered.js';
import { found } from './found.js';
import { steps } from './steps.js';

const LOOKING = { ask: 'Looking for the answer…', search: 'Searching…', process: 'Looking for the steps…' };
const NARROWING = ['conversation', 'since', 'until', 'as_of'];

/** The view of `#/ask`, `#/search` and `#/process`. */
export async function ask(place, address, signal) {
  const question = address.given.get('q') ?? '';
  const below = el('div', { class: 'stack' });
  fill(place, el('h1', { class: question && 'unseen' }, 'Ask the memory'), form(address, signal), below);
  if (question) await answer(below, address, question, signal);
  else await welcome(below, signal);
}

/** What a question is narrowed to, as the API takes it. */
export function narrowed(given) {
  const conversation = given.get('conversation');
  return {
    conversations: conversation ? [conversation] : [],
    since: given.get('since'),
    until: given.get('until'),
    as_of: given.get('as_of'),
  };
}

async function answer(below, address, question, signal) {
  fill(below, busy(LOOKING[address.view]));
  const asked = { question, ...narrowed(address.given) };
  try {
    if (address.view === 'search') {
      fill(below, found(await post('search', { ...asked, limit: 10 }, signal), address));
    } else if (address.view === 'process') {
      const { conversations, as_of } = asked;
      fill(below, steps(await post('process', { name: question, conversations, as_of }, signal)));
    } else {
      const about = address.given.getAll('about');
      fill(below, answered(await post('ask', { ...asked, about }, signal), address));
    }
  } catch (error) {
    if (signal.aborted) return;
    fill(below, trouble(error, () => answer(below, address, question, signal)));
  }
}

function form(address, signal) {
  const { given } = address;
  const field = el('input', {
    type: 'search', id: 'question', name: 'q', required: true, maxlength: '4000', autocomplete: 'off',
    placeholder: 'When did … ?', value: given.get('q') ?? '',
  });
  const fields = Object.fromEntries(
    NARROWING.slice(1).map((name) => [name, el('input', { type: 'date', name, value: given.get(name) ?? '' })]),
  );
  const choice = el('select', { name: 'conversation' }, el('option', { value: '' }, 'All conversations'));
  const chosen = given.get('conversation') ?? '';
  if (chosen) choice.append(el('option', { value: chosen, selected: true }, chosen));
  const narrow = NARROWING.some((name) => given.get(name));
  return el(
    'form',
    { class: 'panel asking', role: 'search', onsubmit: submit },
    el(
      'div',
      { class: 'question' },
      el('label', { for: 'question' }, 'Question', field),
      el('button', { class: 'first', value: 'ask' }, 'Ask'),
      el('button', { value: 'search' }, 'Search'),
      el('button', { value: 'process', title: 'How something is done: varnish the deck' }, 'Steps'),
    ),
    el(
      'details',
      { open: narrow, ontoggle: offer },
      el('summary', {}, 'Narrow it down'),
      el(
        'div',
        { class: 'narrowing' },
        el('label', {}, 'Conversation', choice),
        el('label', {}, 'Said since', fields.since),
        el('label', {}, 'Said until', fields.until),
        el('label', {}, 'Known by', fields.as_of),
      ),
    ),
  );

  // A long list is fetched where somebody wants to choose, and not with every question.
  async function offer(event) {
    if (!event.target.open || choice.dataset.offered) return;
    choice.dataset.offered = 'yes';
    await offerConversations(choice, chosen, signal);
  }

  function submit(event) {
    event.preventDefault();
    const view = event.submitter?.value ?? 'ask';
    const filled = new FormData(event.target);
    const next = to(view, '', {
      q: field.value.trim(), ...Object.fromEntries(NARROWING.map((name) => [name, filled.get(name)])),
    });
    // The same question again is asked again.
    if (next === location.hash) window.dispatchEvent(new HashChangeEvent('hashchange'));
    else location.hash = next;
  }
}

async function offerConversations(choice, chosen, signal) {
  try {
    const others = (await listed('conversations', signal)).filter((one) => one.conversation_id !== chosen);
    choice.append(...others.map((one) => el('option', { value: one.conversation_id }, one.conversation_id)));
  } catch (error) {
    if (signal.aborted) return;
    // The question is answered without it too.
    choice.append(el('option', { disabled: true }, `Cannot be listed: ${error.message}`));
  }
}

async function welcome(below, signal) {
  const [people, held] = await Promise.all([listed('people', signal), listed('conversations', signal)]);
  const turns = held.reduce((sum, one) => sum + one.turns, 0);
  const names = [...Map.groupBy(people, (one) => one.name)]
    .sort(([, one], [, other]) => talked(other, held) - talked(one, held))
    .slice(0, 14);
  fill(
    below,
    el(
      'section',
      { class: 'panel' },
      el('h2', {}, 'What is remembered'),
      people.length === 0
        ? el('p', {}, 'Nothing yet. “graphmem ingest FILE” takes conversations in, or POST /v1/ingest.')
        : el(
            'p',
            {},
            counted(turns, 'turn'), ' of ',
            el('a', { href: to('conversations') }, counted(held.length, 'conversation')), ' between ',
            el('a', { href: to('people') }, counted(people.length, 'person', 'people')), '.',
          ),
      people.length > 0 && el('p', { class: 'soft' }, 'Ask who did what, and when. What nobody said is not answered; what somebody else said is told as theirs.'),
      people.length > 0 && el(
        'ul',
        { class: 'row', 'aria-label': 'Some of the people' },
        names.map(([name, bearers]) => {
          const one = bearers.length === 1;
          const href = one ? to('person', bearers[0].uid) : to('people', '', { named: name });
          return el('li', {}, el('a', { class: 'tag', href }, one ? name : `${name} (${bearers.length})`));
        }),
      ),
    ),
  );
}

function talked(bearers, held) {
  const theirs = new Set(bearers.flatMap((one) => one.conversation_ids));
  const turns = held.filter((one) => theirs.has(one.conversation_id)).map((one) => one.turns);
  return turns.reduce((sum, one) => sum + one, 0) / bearers.length;
}
