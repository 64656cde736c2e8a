// What does not go together, side by side.

import { post } from '../api.js';
import { busy, el, fill } from '../dom.js';
import { quoted } from '../said.js';
import { statementActions } from '../taking-back.js';
import { plain, span } from '../words.js';
import { ledger } from './ledger.js';

const KINDS = {
  conflict: ['bad', 'Conflict'],
  disagreement: ['bad', 'Disagreement'],
  evolution: ['ask', 'It changed'],
  correction: ['care', 'Corrected'],
};

/** Fill a section with the contradictions of a person or a thing; how many there are. */
export async function contradictions(place, uid, signal) {
  fill(place, busy('Looking for contradictions…'));
  const { findings } = await post('contradictions', { entity_id: uid }, signal);
  fill(
    place,
    findings.length === 0 && el('p', { class: 'soft' }, 'Nothing that was said of it contradicts itself.'),
    el('ul', { class: 'findings' }, findings.map(drawn)),
  );
  return findings.length;
}

/** Fill a section with the decisions on a person or a thing; how many there are. */
export function decisionsOn(place, uid, signal) {
  // What else the page shows was fetched before.
  const anew = () => window.dispatchEvent(new HashChangeEvent('hashchange'));
  const offered = el('button', { type: 'button', onclick: anew }, 'Show this page anew');
  return ledger(place, { about: uid }, signal, { none: 'Nothing had to be decided about it.', offered, noted: false });
}

function drawn(finding) {
  const [tone, word] = KINDS[finding.kind];
  return el(
    'li',
    { class: 'panel' },
    el('p', { class: 'row' }, el('span', { class: `tag ${tone}` }, word), el('span', { class: 'soft small' }, plain(finding.predicate))),
    el('div', { class: 'pair' }, side('Earlier', finding.earlier), side('Later', finding.later)),
    el('p', {}, el('strong', {}, 'How it can be so: '), finding.resolution),
  );
}

function side(title, said) {
  const when = span(said.interval);
  return el(
    'div',
    { class: 'side' },
    el('p', { class: 'soft small' }, when ? `${title}, ${when}` : title),
    el('p', {}, el('strong', {}, said.text)),
    quoted(said, statementActions([said.statement_uid], said.text)),
  );
}
