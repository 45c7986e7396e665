/** “12 ea   HEX-38-188”, “4 boxes”: how many of a thing. */
const counted =
  /(?<![\p{L}\d.])\d{1,5}[ ]?(?:x|ea|each|pcs?|pieces?|units?|ctn|cartons?|cs|cases?|bx|box(?:es)?|pk|packs?|doz|dz|sets?|pairs?|rolls?|bags?|ft|lbs?|gal)(?![\p{L}\d])[^\n]{0,40}$/iu;
const REACH = 60;

/** Whether a number stands in a line of an invoice or of a stock list, behind how many of it there are. */
export function isProductNumber(text: string, start: number): boolean {
  return counted.test(text.slice(Math.max(0, start - REACH), start));
}
