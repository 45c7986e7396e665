const UPPER = 1;
const LOWER = 2;

/** Bits of what a UTF-16 code unit is; a letter without case counts as a small one. */
export const charClass = {
  upper: UPPER,
  lower: LOWER,
  letter: UPPER | LOWER,
  cyrillic: 4,
  latin: 8,
  /** A hyphen or an apostrophe, which words have inside. */
  joiner: 16,
  mark: 32,
  space: 64,
  digit: 128,
} as const;

/** Later rows overrule what earlier ones said of a unit; those of scripts add to letters. */
const rows: readonly { units: RegExp; bits: number; isScript?: boolean }[] = [
  { units: /\p{M}+/gu, bits: charClass.mark },
  { units: /\p{L}+/gu, bits: charClass.lower },
  { units: /[\p{Lu}\p{Lt}]+/gu, bits: charClass.upper },
  { units: /\p{Script=Cyrillic}+/gu, bits: charClass.cyrillic, isScript: true },
  { units: /\p{Script=Latin}+/gu, bits: charClass.latin, isScript: true },
  { units: /\s+/gu, bits: charClass.space },
  { units: /\d+/gu, bits: charClass.digit },
  { units: /[-'’‑ʼ]/gu, bits: charClass.joiner },
];

/** The class of each UTF-16 code unit, looked up instead of asked of a regex for every letter of a text. */
export const charClasses: Uint8Array = classTable();

function classTable(): Uint8Array {
  const table = new Uint8Array(0x1_0000);
  const codes = new Uint16Array(table.length);
  for (let unit = 0; unit < codes.length; unit += 1) codes[unit] = unit;
  // Halves of surrogate pairs are decoded to U+FFFD, which has no class.
  const every = new TextDecoder('utf-16le', { ignoreBOM: true }).decode(codes);
  for (const { units, bits, isScript } of rows) {
    for (const { 0: run, index } of every.matchAll(units)) {
      for (let unit = index; unit < index + run.length; unit += 1) {
        const known = table[unit] ?? 0;
        if (isScript) table[unit] = known & charClass.letter ? known | bits : known;
        else table[unit] = bits;
      }
    }
  }
  return table;
}
