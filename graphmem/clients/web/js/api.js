// The HTTP API: every operation by its name, and a key where one is asked for.

import { askForKey, knownKey } from './key.js';

// The most that a listing gives at once.
const MOST_LISTED = 1000;
// What is too much for the moment is asked again, so often and after so many seconds at most.
const AGAIN = 3;
const LONGEST_WAIT = 5;

/** What the API refused, with what to do next and, where a name fits several, which these are. */
export class Problem extends Error {
  constructor(status, told) {
    super(told.detail ?? `The server answered ${status}.`);
    this.status = status;
    this.type = told.type ?? null;
    this.nextStep = told.next_step ?? null;
    this.candidates = told.candidates ?? [];
  }
}

/** Listings: their few plain arguments stand in the address. */
export function get(operation, given = {}, signal = undefined) {
  const asked = new URLSearchParams(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
  return send(`/v1/${operation}?${asked}`, { signal });
}

/** The parts of a listing that counts its `total`, one after another to its end. */
export async function* pages(operation, given = {}, signal = undefined) {
  for (let [offset, total] = [0, 1]; offset < total; offset += MOST_LISTED) {
    const page = await get(operation, { ...given, limit: MOST_LISTED, offset }, signal);
    yield page;
    total = page.total;
  }
}

/** Everything that a listing holds, under the name of its list. */
export async function listed(operation, signal = undefined) {
  const found = [];
  for await (const page of pages(operation, {}, signal)) found.push(...page[operation]);
  return found;
}

/** Which operations whoever asks may do. */
export function operationsAllowed() {
  return send('/allowed', {});
}

/** All else: what somebody asks or says stands in the body, since addresses are kept in logs. */
export function post(operation, given, signal = undefined) {
  return send(`/v1/${operation}`, { ...posted(given), signal });
}

/** What was confirmed with a key: it is sent with that one or not at all, whatever was given since. */
export function postWith(key, operation, given) {
  return send(`/v1/${operation}`, posted(given), key);
}

function posted(given) {
  const kept = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(kept) };
}

async function send(address, request, only = undefined) {
  for (let refused = false; ; refused = true) {
    const key = only === undefined ? knownKey() : only;
    const headers = { ...request.headers, ...(key && { Authorization: `Bearer ${key}` }) };
    const response = await reached(address, { ...request, headers });
    if (response.ok) return response.json();
    const problem = new Problem(response.status, await told(response));
    if (only !== undefined || response.status !== 401 || !(await askForKey(refused || key !== null))) throw problem;
  }
}

async function reached(address, request, again = AGAIN) {
  try {
    const response = await fetch(address, request);
    const seconds = Number(response.headers.get('Retry-After') ?? Infinity);
    if (response.status !== 429 || seconds > LONGEST_WAIT || again === 0) return response;
    await new Promise((resolve) => { setTimeout(resolve, seconds * 1000); });
    return await reached(address, request, again - 1);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem(0, { detail: 'The server does not answer.', next_step: 'See whether `graphmem serve` still runs.' });
  }
}

async function told(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
