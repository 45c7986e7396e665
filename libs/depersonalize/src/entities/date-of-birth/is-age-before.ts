/** “, 71 год (”, “, aged 34, ” */
const ageBefore =
  /^[»"”]?[ \u00a0]?[,(|–—-][ \u00a0]?(?:возраст[ :]{1,2}|aged?[ :]{1,2})?(?<age>\d{1,3})[ \u00a0-]?(?:год[а]?|лет|г\.|л\.|years?(?:[ -]old)?|yrs?(?:[ ]old)?|y\.?\/?o\.?|[mfмж])?[ ,;]{0,2}[[(]?$/iu;
/** The earliest year in which a text with an age was written; the latest is this one. */
const WRITTEN_FROM = 1995;

/** Whether the age of somebody stands between the name and a date, and fits a birth in that year. */
export function isAgeBefore(gap: string, year: number): boolean {
  const age = Number(ageBefore.exec(gap)?.groups?.['age'] ?? NaN);
  return year + age >= WRITTEN_FROM && year + age <= new Date().getFullYear();
}
