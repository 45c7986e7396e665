import { confidence } from './confidence';
import type { FoundValue } from './detector';

type TravelField = 'number' | 'birth' | 'phone';

const SCORE = confidence.stated;
/** “SSR DOCS HK1 P/GBR/012345678/GBR/30JUN73/M/14APR29”, “SR DOCS YY HK1-P-GBR-…” */
const documents =
  /(?<![A-Z\d])[ACIPV][A-Z]?(?<sign>[/-])(?:[A-Z]{2,3})?\k<sign>(?<number>[A-Z\d]{6,14})?\k<sign>(?:[A-Z]{2,3})?\k<sign>(?<birth>\d{2}[A-Z]{3}\d{2}(?:\d{2})?)?\k<sign>/g;
/** “DOC P/GBR/012345678/exp 14APR29”: what kind of paper, whose, its number. */
const shortDocuments =
  /(?<![A-Z\d/-])[ACIPV][A-Z]?(?<sign>[/-])[A-Z]{3}\k<sign>(?<number>(?=[A-Z]{0,3}\d{5})[A-Z\d]{7,10})(?![A-Z\d])/g;
/** “CTCM 4479…”, “SSR CTCM BA HK1 4479…/EN” */
const contacts =
  /(?<![A-Z\d])CTC[ABHMPW][ /-]{1,2}(?:[A-Z\d]{2}[ ])?(?:[A-Z]{2}\d{1,2}[ /-]{1,2})?(?<phone>\+?\d{8,15})(?![A-Z\d])/g;

/** What records of airlines tell of passengers, each at its place between strokes: papers, birthdays, telephones. */
export function findTravelRecords(text: string, field: TravelField): FoundValue[] {
  const isPhone = field === 'phone';
  if (!(isPhone ? /CTC[A-Z]/ : /DOC|APIS/).test(text)) return [];
  const records = [
    ...text.matchAll(isPhone ? contacts : documents),
    ...(field === 'number' ? text.matchAll(shortDocuments) : []),
  ];
  return records.flatMap(({ 0: written, index, groups }) => {
    const value = groups?.[field] ?? '';
    if (!/\d/.test(value)) return [];
    const start = index + written.lastIndexOf(value);
    return [{ start, end: start + value.length, score: SCORE }];
  });
}
