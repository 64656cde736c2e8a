// How moments, spans and figures are written.

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const MINUTE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit',
});
const HOURS = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });
const YEAR = new Intl.DateTimeFormat('en-GB', { year: 'numeric' });

/** Local wall time as it was told, without seconds. */
export function minute(iso) {
  return MINUTE.format(new Date(iso));
}

/** The day alone. */
export function day(iso) {
  return DAY.format(new Date(iso));
}

/** The time of day alone. */
export function clock(iso) {
  return HOURS.format(new Date(iso));
}

/** A half-open interval as precisely as it is known; null where nothing is. */
export function span(interval) {
  if (!interval) return null;
  const { start, end, precision } = interval;
  const begun = interval.open_start ? null : new Date(start);
  const last = interval.open_end ? null : new Date(new Date(end).getTime() - 1);
  const form = { year: YEAR, month: MONTH }[precision] ?? DAY;
  if (begun === null && last === null) return null;
  if (begun === null) return `until ${form.format(last)}`;
  if (last === null) return `since ${form.format(begun)}`;
  const [from, to] = [form.format(begun), form.format(last)];
  return from === to ? from : `${from} to ${to}`;
}

/** `1 turn`, `2,000 turns`. */
export function counted(number, one, many = `${one}s`) {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`;
}

/** A word of the API as people read it: `needs_clarification` → `needs clarification`. */
export function plain(word) {
  return word.replaceAll('_', ' ');
}

/** A text of at most so many characters. */
export function short(text, most) {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/** Two decimals, with a sign where a sum is told. */
export function figure(number, { signed = false } = {}) {
  return (signed && number > 0 ? '+' : '') + number.toFixed(2).replace('-', '−');
}
