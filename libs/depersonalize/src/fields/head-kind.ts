import { fold } from '../split-words';
import type { FieldKind } from './field';
import { headWords } from './head-words';

/** Whose it is may stand before what it is. */
const owners = String.raw`
  client customer user patient employee emp staff person personal driver guest contact applicant member student parent
  passenger insured holder tenant borrower payer sender recipient beneficiary owner home work main primary
  клиента? пациента? сотрудника? работника? водителя абонента? заявителя заемщика владельца ребенка получателя отправителя
  контактный мобильный домашний рабочий`;
const alternatives = (list: string): string => list.trim().split(/\s+/u).join('|').replaceAll('_', ' ?');
const before = `(?:(?:${alternatives(owners)}) ){0,2}`;
const behind = '(?: (?:number|num|no|nr|#|value|raw|номер|№))?';
const rows = headWords.map(([kind, list]) => ({
  kind,
  pattern: new RegExp(`^${before}(?:${alternatives(list)})${behind}$`, 'u'),
}));

/** More than this is no name of a column. */
const LONGEST = 48;
/** What a head in any spelling («birth_date», “dateOfBirth”, «Дата рожд.») says of the values below or behind it. */
export function headKind(head: string): FieldKind | null {
  if (head.length > LONGEST) return null;
  const words = spell(head);
  return rows.find(({ pattern }) => pattern.test(words))?.kind ?? null;
}

/** Small words with one blank between. */
function spell(head: string): string {
  const parted = head.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  return fold(parted)
    .replace(/[^\p{L}\p{N}#№]+/gu, ' ')
    .trim();
}
