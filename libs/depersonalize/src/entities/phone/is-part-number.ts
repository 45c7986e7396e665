/**
 * «24312-26001» and «(24312-26001) — 3 200»: parts of cars, and what a bracket that was opened before ends in the middle of.
 */
export function isPartNumber(written: string): boolean {
  return /^[^(]{6,}\)/.test(written) || /^[12567]\d{4}-\d{5}$/.test(written);
}
