import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import type { TextDocument } from '../../document/text-document';
import { readLatinTail } from './read-latin-tail';
import { readLatinUnits } from './read-latin-units';

/** Mail of the American forces: a box or a ship, the office, the region, the postcode. */
const military =
  "(?:(?:PSC|CMR|UNIT|UMR|HHC)[ ]\\d{1,5}(?:,?[ ]BOX[ ]\\d{1,6})?|(?:USS|USNS|USNV|USCGC)[ ]\\p{L}[\\p{L}'’-]{0,30}(?:[ ]\\p{L}[\\p{L}'’-]{0,30})?)[\\n, ]{1,3}(?:APO|FPO|DPO),?[ ]A[AEP],?[ ]\\d{5}(?:-\\d{4})?";
const box =
  '(?:\\d{1,6}[ ])?(?:P\\.?[ ]?O\\.?[ ]?BOX|POST(?:AL)?[ ]?BOX|POSTFACH|POSTBOX|APARTADO(?:[ ]DE[ ]CORREOS)?|CASILLA|CAIXA[ ]POSTAL|BO[IÎ]TE[ ]POSTALE|SKRYTKA[ ]POCZTOWA)[ ]?(?:NO\\.?[ ]?)?\\d{1,6}';
/** Of American farms: “RR 2 Box 114”. */
const rural =
  '(?:R\\.?R\\.?|RURAL[ ]ROUTE|H\\.?C\\.?R?|STAR[ ]ROUTE)[ ]?#?\\d{1,3},?[ ]BOX[ ]#?\\d{1,5}[A-Z]?';
const boxPattern = new RegExp(`(?<![\\p{L}\\d])(?:${military}|${box}|${rural})(?![\\p{L}\\d])`, 'giu');
/** Without one of these there is none: saves the longer search. */
const boxWord = /box|[afd]po|postfach|apartado|casilla|caixa|bo[iî]te|skrytka/iu;
/** “P.O. Box 149 Monika Union”: some write a street behind it. */
const streetBehind = /^(?:[ ]\p{Lu}[\p{L}'’-]{1,24}){1,3}(?=[ ]?\n|[ ](?:Apt|Suite))/u;

/** Post boxes and military mail, with the city behind them. */
export function findPostBoxes(document: TextDocument): Match[] {
  const { text } = document;
  if (!boxWord.test(text)) return [];
  const isLower = document.words.every(({ shape }) => shape === 'lower');
  return Array.from(text.matchAll(boxPattern), ({ 0: written, index: start }) => {
    const end = start + written.length;
    const street = streetBehind.exec(text.slice(end, end + 80));
    const units = readLatinUnits(text, end + (street?.[0].length ?? 0));
    const isMilitary = /\d{5}(?:-\d{4})?$/.test(written) && /[AFD]PO,? /i.test(written);
    const last = isMilitary ? end : readLatinTail(text, units, isLower).end;
    return { start, end: last, type: 'ADDRESS', score: confidence.stated };
  });
}
