/** A cell or a value without blanks and quotes around it. */
export function trimValue(text: string, start: number, end: number): { start: number; end: number } {
  let [from, to] = [start, end];
  while (from < to && isAround(text.charAt(from))) from += 1;
  while (to > from && isAround(text.charAt(to - 1))) to -= 1;
  return { start: from, end: to };
}

function isAround(char: string): boolean {
  return ' \t\r\n\u00a0"\'`«»“”|\\'.includes(char);
}
