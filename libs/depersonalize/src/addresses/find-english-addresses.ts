import type { Finding } from '../detector';

const streetType =
  '(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Square|Sq|Place|Pl|Terrace|Way|Highway|Hwy|Parkway|Pkwy|Circle|Close|Crescent)';
const word = "[A-Z][A-Za-z'.-]{1,24}";
const unit = '(?:Apt|Apartment|Suite|Ste|Unit|Flat|Room|Floor)\\.?[ ]#?[A-Za-z0-9-]{1,6}';
const tail = `(?:[,\\n ]{1,3}${unit})?(?:[,\\n ]{1,3}${word}(?:[ ]${word}){0,2})?(?:[,\\n ]{1,3}[A-Z]{2})?(?:[,\\n ]{1,3}(?:\\d{5}(?:-\\d{4})?|[A-Z]{1,2}\\d[A-Z0-9]?[ ]\\d[A-Z]{2}))?`;
const streetPattern = new RegExp(
  `(?<![\\p{L}\\d#-])(?:\\d{1,6}[ ])?\\d{1,6}[A-Za-z]?,?[ ](?:[NSEW]\\.?[ ])?(?:(?:${word}|\\d{1,3}(?:st|nd|rd|th))[ ]){1,3}${streetType}(?![\\p{L}])\\.?${tail}`,
  'gu',
);
const unitPattern = new RegExp(
  `(?<![\\p{L}\\d#-])\\d{1,6}[ ](?:[\\p{Lu}\\d][\\p{L}\\d'.-]{0,24}[ \\n]{1,2}){1,5}${unit}(?:[,\\n ]{1,3}[\\p{Lu}][\\p{L}'-]{1,24}){0,3}(?:[,\\n ]{1,3}\\d{4,5})?`,
  'gu',
);
const militaryPattern =
  /(?<![\p{L}\d])(?:Unit|PSC|USNS|USNV|USS|USCGC|unit) [\p{L}\d]{2,20}(?:,? Box \d{1,5})?[\n, ]{1,2}(?:DPO|APO|FPO) A[AEP] \d{5}/giu;
const boxPattern =
  /(?<![\p{L}\d])P\.? ?O\.? Box \d{1,6}(?:[,\n ]{1,3}[A-Z][A-Za-z'.-]{1,24}){0,3}(?:[,\n ]{1,3}\d{5})?/gu;

/** English addresses: house and street, flats with their building, post boxes and military mail. */
export function findEnglishAddresses(text: string): Finding[] {
  return [streetPattern, unitPattern, militaryPattern, boxPattern].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: written, index: start }) => ({
      start,
      end: start + written.length,
      type: 'ADDRESS' as const,
      score: 0.9,
    })),
  );
}
