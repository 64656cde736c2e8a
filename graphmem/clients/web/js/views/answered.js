// An answer: what it is, how sure it is, and what proves it.

import { el, tell } from '../dom.js';
import { addends, parts, quoted, waitingNote } from '../said.js';
import { day, figure, plain } from '../words.js';

const STATUS = {
  answered: ['good', 'Answered'],
  abstained: ['care', 'Not answered'],
  needs_clarification: ['ask', 'Which one is meant?'],
};

/** An answer of the API, drawn. */
export function answered(answer, address) {
  const [tone, title] = STATUS[answer.status];
  tell(`${title}: ${answer.text}`);
  return [
    el(
      'section',
      { class: 'panel', 'aria-label': 'Answer' },
      el(
        'p',
        { class: 'row' },
        el('span', { class: `tag ${tone}`, id: 'status' }, title),
        el('span', { class: 'tag' }, plain(answer.kind)),
        answer.candidates.length === 0 && el('span', { class: 'soft small' }, `confidence ${figure(answer.confidence)}`),
      ),
      el('p', { class: 'lead', id: 'answer' }, answer.text),
      answer.times.map((time) => el('p', { class: 'soft' }, `“${time.expression}” meant ${time.meaning}.`)),
      waitingNote(answer),
      answer.candidates.length > 0 && choices(answer, address),
      // What candidates show need not be shown twice.
      answer.evidence.length > 0 && answer.candidates.length === 0 && evidence(answer),
      how(answer, address),
    ),
  ];
}

function choices(answer, address) {
  const others = address.given.getAll('about');
  return el(
    'ul',
    { class: 'choices', 'aria-label': 'Who or what may be meant' },
    answer.candidates.map((one) =>
      el(
        'li',
        {},
        el(
          'button',
          { type: 'button', onclick: () => { location.hash = chosen(address, [...others, one.uid]); } },
          el('strong', {}, one.name),
          one.apart,
        ),
        one.evidence.map((item) => el('div', { class: 'small' }, quoted(item))),
      ),
    ),
  );
}

function chosen(address, about) {
  const given = new URLSearchParams(address.given);
  given.delete('about');
  for (const uid of about) given.append('about', uid);
  return `#/ask?${given}`;
}

function evidence(answer) {
  const title = answer.status === 'abstained' ? 'What was said instead' : 'Evidence';
  return el(
    'section',
    { class: 'stack', 'aria-label': title },
    el('h2', {}, title),
    el(
      'ul',
      { class: 'evidence' },
      answer.evidence.map((item) =>
        el('li', {}, quoted(item, item.source !== 'self-reported' && el('span', { class: 'tag' }, item.source))),
      ),
    ),
  );
}

function how(answer, address) {
  return el(
    'details',
    { id: 'how' },
    el('summary', {}, 'How it came about'),
    el(
      'div',
      { class: 'stack' },
      el('p', { class: 'small' }, routed(answer.routing)),
      answer.reason && el('p', { class: 'small' }, `Reason: ${answer.reason}`),
      answer.confidence_parts.length > 0 && [el('h3', {}, 'Confidence'), parts(addends(answer.confidence_parts))],
      answer.steps.length > 0 && [el('h3', {}, 'Steps'), el('ol', { class: 'steps' }, answer.steps.map((step) => el('li', {}, step)))],
      answer.model && el('p', { class: 'small' }, `Written by ${answer.model}.`),
      el('p', {}, el('a', { href: `#/trace?${address.given}` }, 'See the search drawn')),
    ),
  );
}

function routed(routing) {
  if (!routing) return null;
  const told = [
    `Read as: ${plain(routing.kind)}`,
    routing.people.length ? `about ${routing.people.join(' and ')}` : 'about nobody by name',
    `in ${routing.conversations.join(', ') || 'all conversations'}${routing.inferred ? ` (${routing.inferred})` : ''}`,
    ...routing.times.map((time) => `at ${day(time.start)}`),
  ];
  return `${told.join(' · ')}${answerScope(routing)}`;
}

function answerScope(routing) {
  const asOf = routing.as_of ? ` · as of ${day(routing.as_of)}` : '';
  return asOf + (routing.known_to ? ` · known to ${routing.known_to}` : '');
}
