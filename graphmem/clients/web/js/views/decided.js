// One decision: what was taken for one or kept apart, why, and how to take it back or make it.

import { may } from '../allowed.js';
import { post } from '../api.js';
import { confirm } from '../confirm.js';
import { el, tell } from '../dom.js';
import { addends, parts } from '../said.js';
import { day, figure, plain } from '../words.js';

const LAYERS = { session: 'within a session', conversation: 'within a conversation', person: 'across conversations' };
const UNCONFIRMED = 'urn:graphmem:problem:same-conversation';
const DECIDERS = { rule: 'by the rules', model: 'by a language model', person: 'by a person' };

/** A decision on record, drawn; `changed` is called when it was taken back. */
export function decided({ decision, in_force: inForce, recorded_at: recordedAt }, changed) {
  const withdrawn = decision.decided_by === 'person' && !decision.confident;
  const [tone, word] = verdict(decision, withdrawn);
  const merge = decision.verdict === 'merge';
  return el(
    'li',
    { class: 'decision panel', 'data-uid': decision.uid },
    el(
      'div',
      { class: 'row apart' },
      el('p', { class: 'row' }, el('span', { class: `tag ${tone}` }, word), !inForce && el('span', { class: 'tag' }, 'no longer in force')),
      inForce && !withdrawn && may(decision.confident ? 'undo' : 'merge') && el('button', { type: 'button', onclick: () => confirmChange(decision, changed) }, decision.confident ? 'Undo' : 'They are one'),
    ),
    el(
      'p',
      { class: 'sides' },
      side(decision.left),
      el('span', { class: 'sign', 'aria-label': merge ? 'is' : 'is not' }, merge ? '=' : '≠'),
      side(decision.right),
    ),
    el('p', {}, decision.reason),
    el('p', { class: 'soft small' }, `${decision.confident || withdrawn ? 'Decided' : 'Left open'} ${LAYERS[decision.layer]} ${DECIDERS[decision.decided_by]}${decision.model ? ` (${decision.model})` : ''}, on record since ${day(recordedAt)}`),
    (decision.parts.length > 0 || decision.tools.length > 0) && el(
      'details',
      {},
      el('summary', {}, `Score ${figure(decision.score)} and what was looked at`),
      el(
        'div',
        { class: 'stack' },
        parts(addends(decision.parts)),
        decision.tools.map((call) =>
          el('div', { class: 'side small' }, el('strong', {}, plain(call.tool)), el('p', { class: 'soft' }, Object.values(call.arguments).join(', ')), el('p', {}, call.result)),
        ),
      ),
    ),
  );
}

function verdict(decision, withdrawn) {
  if (withdrawn) return ['', 'Withdrawn'];
  if (!decision.confident) return ['care', 'Undecided'];
  return decision.verdict === 'merge' ? ['good', 'One'] : ['ask', 'Kept apart'];
}

function side(one) {
  return [one.name, el('span', { class: 'soft small' }, ` (${one.conversation_ids.join(', ')})`)];
}

function consequence(decision) {
  const [left, right] = [decision.left, decision.right].map((one) => `${one.name} (${one.conversation_ids.join(', ')})`);
  if (decision.verdict === 'merge') return `${left} and ${right} will be kept apart, and no later run makes them one again.`;
  if (decision.decided_by === 'person') return `The separation is withdrawn, and ${left} and ${right} are judged anew.`;
  return `${left} and ${right} will be one, and no later run parts them again.`;
}

function confirmChange(decision, changed) {
  let confirmed = false;
  const asked = {
    title: decision.confident ? 'Take this decision back?' : 'Take them for one?',
    told: el('p', {}, consequence(decision)),
    yes: decision.confident ? 'Undo it' : 'They are one',
  };
  confirm(asked, async (_, { ask, close }) => {
    try {
      const made = await (decision.confident ? post('undo', { uid: decision.uid }) : merge());
      close();
      await changed(made);
      tell('Done.');
    } catch (error) {
      if (error.type !== UNCONFIRMED || decision.confident) throw error;
      confirmed = true;
      ask(error.message, 'They are one all the same');
    }
  });

  // What was left open is no decision yet: there is nothing to undo.
  function merge() {
    const [left, right] = [decision.left.uids[0], decision.right.uids[0]];
    return post('merge', { left, right, ...(confirmed && { allow_same_conversation: true }) });
  }
}
