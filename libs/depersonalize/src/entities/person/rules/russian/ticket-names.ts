const latin = "[A-Z][A-Z'-]{1,24}/[A-Z]{2,24}(?: [A-Z]{3,20}){0,2}?";
const russian = '[А-ЯЁ][А-ЯЁ-]{1,24}/[А-ЯЁ]{2,24}(?: [А-ЯЁ]{3,20}){0,2}?';
const glued = '(?<![\\p{L}\\d/@_-])';
/** “KIM/ALINA MRS”, “IVANOV/PETR ILICH MR” */
const titled = new RegExp(
  `${glued}(?:${latin}(?= ?(?:MRS|MISS|MSTR|MR|CHD|INF)(?![\\p{L}\\d])| MS[ \\t]*(?![^\\n,;\\d]))|${russian}(?= (?:Г-Н|Г-ЖА|МРС|МР|МСТР|РБ|РМ)(?![\\p{L}\\d])))`,
  'gu',
);
/** «Пассажир: KIM/ALINA» */
const labelled = new RegExp(
  `(?<!\\p{L})(?:пассажир[а-я]{0,2}|passenger|pax|traveller|traveler|фамилия/имя|фамилия, имя|name of passenger|passenger name|guest)(?: name)?[ \\t]{0,3}[:.№#-]?[ \\t]{0,3}(?:\\d{1,2}[.)] ?)?(?:${latin}|${russian})(?![\\p{L}/])`,
  'giu',
);
const name = new RegExp(`(?:${latin}|${russian})$`, 'u');

/** Names as tickets have them, the surname before a stroke. Linear. */
export function ticketNames(text: string): { start: number; end: number }[] {
  if (!/\/\p{L}{2}/u.test(text)) return [];
  const beside = [...text.matchAll(titled)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
  const behind = [...text.matchAll(labelled)].flatMap(({ 0: written, index }) => {
    const own = name.exec(written);
    return own ? [{ start: index + own.index, end: index + written.length }] : [];
  });
  const taken = new Set(beside.map(({ start }) => start));
  return [...beside, ...behind.filter(({ start }) => !taken.has(start))];
}
