// What whoever asks may do, so that nobody is offered what they would be refused.

import { operationsAllowed } from './api.js';
import { knownKey } from './key.js';

let known = null;

/** Find out, once for a key; views are drawn after that. */
export async function learn() {
  if (known !== null && known.key === knownKey()) return;
  known = null;
  try {
    const { operations } = await operationsAllowed();
    known = { key: knownKey(), operations: new Set(operations) };
  } catch (error) {
    if (error.status === 401) throw error;
    // What cannot be found out is offered: the server refuses it, and says why.
  }
}

/** Whether an operation is worth offering. */
export function may(operation) {
  return known === null || known.key !== knownKey() || known.operations.has(operation);
}
