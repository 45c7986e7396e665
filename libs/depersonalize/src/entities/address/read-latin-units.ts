const kind =
  '(?:apt|apartment|appt|app|suite|ste|unit|flat|room|rm|floor|fl|level|lvl|office|building|bldg|bât|no|door|piso|planta|top|bus|byt|lgh|bureau|étage|porte)';
const unitPattern = new RegExp(
  `[ ]{0,2},?[ ]{0,2}(?:\\n[ ]{0,4})?(?:${kind}(?![\\p{L}])\\.?[ ]?#?(?:[a-z]?[-]?\\d{1,5}(?:-?[a-z])?|[a-z])|#[ ]?\\d{1,5}[a-z]?|\\d{1,2}(?:st|nd|rd|th)[ ]floor|\\d{1,2}[ºª°](?:[ ]?(?:izq|dcha|der|[a-z])\\.?)?)(?![\\p{L}\\d])`,
  'iuy',
);
const UNITS_MAX = 3;

/** Where the flats, suites and floors end that follow an offset; the offset itself when there are none. */
export function readLatinUnits(text: string, start: number): number {
  let at = start;
  for (let count = 0; count < UNITS_MAX; count += 1) {
    unitPattern.lastIndex = at;
    const unit = unitPattern.exec(text);
    if (unit === null) break;
    at += unit[0].length;
  }
  return at;
}
