import { charClass, charClasses } from '@medley/person-model';
import type { Span } from '../../../text/spans';

/** Roles and labels that stand before a name and are none of it. */
const leads = new Set(
  (
    'applicant guarantor tenant lessee lessor borrower lender payee payer consignee shipper notify attn attention smt ' +
    'smti shri sri shrimati kumari thiru ofc patient client customer employee driver insured claimant petitioner ' +
    'respondent plaintiff defendant grantor grantee абонент клиент пациент пациентка водит водитель заявитель ' +
    'заявительница истец истица ответчик ответчица удостов фио работник работница плательщик получатель отправитель г-н г-жа'
  ).split(' '),
);
/** Labels of what follows a name in the fields of a form. */
const labels = new Set(
  (
    'др д.р гр г.р дата рожд тел моб паспорт инн снилс удостов уд нац адрес возраст пол ' +
    'dob d.o.b ssn nhs nino tel mob cell phone fax email ext mrn acct'
  ).split(' '),
);
/** “Co-applicant”, «со-заёмщик», “ex-drummer” */
const joint = /^(?:co|ex|со|экс)-\p{Ll}{4,}$/iu;
const namePart = /[\p{L}\p{M}][\p{L}\p{M}'’‑-]*(?:\.[\p{L}\p{M}]+)*/gu;
/** A label needs a wide gap, a joint role a hyphen. */
const maybeLabelled = /\t| {2}|\n|-/;
const WIDE = /\t| {2}|\n/;

/** A name without the roles and labels at its ends; null when it was nothing else. */
export function trimName(text: string, { start, end }: Span): Span | null {
  if (!maybeLabelled.test(text.slice(start, end)) && !leads.has(firstWord(text, start)))
    return { start, end };
  const parts = [...text.slice(start, end).matchAll(namePart)].map(({ 0: written, index }) => ({
    key: written.toLowerCase(),
    start: start + index,
    end: start + index + written.length,
  }));
  const first = parts.findIndex(({ key }) => !leads.has(key) && !joint.test(key));
  const label = parts.findIndex(
    ({ key, start: at }, i) =>
      labels.has(key) && (i === 0 || WIDE.test(text.slice(parts[i - 1]?.end ?? at, at))),
  );
  const last = label < 0 ? parts.length - 1 : label - 1;
  const [opening, closing] = [parts[first], parts[last]];
  if (opening === undefined || closing === undefined || first > last) return null;
  return {
    start: first === 0 ? start : opening.start,
    end: last === parts.length - 1 ? end : closing.end,
  };
}

function firstWord(text: string, start: number): string {
  let end = start;
  while ((charClasses[text.charCodeAt(end)] ?? 0) & charClass.letter) end += 1;
  return text.slice(start, end).toLowerCase();
}
