/** «права утеряны. 8 (916) …»: brackets around the area. */
const bracketed = /^[78][ -]?\(\d{3,5}\)/;
/** A mobile number with its eight, or in groups as they are dictated. */
const mobile = /^(?:[78][ .-]?9\d{2}[ .-]?\d{3}[ .-]?\d\d[ .-]?\d\d|9\d{2}[ .-]\d{3}[ .-]\d\d[ .-]?\d\d)$/;
const clauseBefore = /(?:[\p{L}»")][,;.!?)]|[\p{L}»")] [—–-]|\n)[ \u00a0]?$/u;

/** Whether a number stands for itself, whatever words before it said of another («цена договорная, 8 916 …»). */
export function isSetApart(written: string, before: string): boolean {
  return bracketed.test(written) || (mobile.test(written) && clauseBefore.test(before));
}
