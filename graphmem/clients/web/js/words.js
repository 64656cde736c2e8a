// How moments, spans and figures are written.

const DAY = form({ day: 'numeric', month: 'long', year: 'numeric' });
const MINUTE = form({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
const HOURS = form({ hour: '2-digit', minute: '2-digit' });
const MONTH = form({ month: 'long', year: 'numeric' });
const YEAR = form({ year: 'numeric' });

function form(parts) {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' });
}

/** A local wall time, kept as it stands: in the browser's own zone some hours of a year are none. */
function wall(iso) {
  return new Date(/Z|[+-]\d\d:\d\d$/.test(iso) ? iso : `${iso}Z`);
}

/** Local wall time as it was told, without seconds. */
export function minute(iso) {
  return MINUTE.format(wall(iso));
}

/** The day alone. */
export function day(iso) {
  return DAY.format(wall(iso));
}

/** The time of day alone. */
export function clock(iso) {
  return HOURS.format(wall(iso));
}

/** A half-open interval as precisely as it is known; null where nothing is. */
export function span(interval) {
  if (!interval) return null;
  const { start, end, precision } = interval;
  const begun = interval.open_start ? null : wall(start);
  const last = interval.open_end ? null : new Date(wall(end).getTime() - 1);
  const written = { year: YEAR, month: MONTH }[precision] ?? DAY;
  if (begun === null && last === null) return null;
  if (begun === null) return `until ${written.format(last)}`;
  if (last === null) return `since ${written.format(begun)}`;
  const [from, to] = [written.format(begun), written.format(last)];
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
