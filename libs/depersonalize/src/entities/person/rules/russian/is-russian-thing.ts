import { isRussianCity } from '../../../../lexicon/russian-cities';
import { fold } from '../../../../text/split-words';
import { isPairOfScholars } from './is-pair-of-scholars';
import { car, russianBrands } from './russian-brands';
import type { Span } from '../../../../text/spans';

/** So far before a name is read what it names. */
const BEFORE = 90;
/** So far behind the first word the quotes of a name are closed. */
const QUOTED_MAX = 40;

/** Ships, aircraft and trains, of which several stand in a row: «Академик Черский» и «Иван Папанин». */
const craft =
  /(?<!\p{L})(?:самол[её]т|авиалайнер|лайнер|аэробус|вертол[её]т|дирижабл|поезд|локомотив|тепловоз|электровоз|паровоз|танкер|ледокол|теплоход|пароход|паром|судн|яхт|катер|сейнер|траулер|сухогруз|балкер|контейнеровоз|баржа|буксир|крейсер|фрегат|корвет|эсмин|подлодк|атомоход|парусник|рейд[аеу]?(?!\p{L})|порт[аеу]?(?!\p{L}))/iu;
/** What has a name of its own in quotes. */
const quotedThing =
  /(?<!\p{L})(?:кафе|ресторан|магазин|салон|отел|гостиниц|пансионат|санатори|издательств|пьес|спектакл|опер[аыу](?!\p{L})|балет|фильм|мультфильм|сериал|торт|салат|пирожн|конфет|печень|водк|шампанск|коньяк|чай(?!\p{L})|огурц|огурч|томат|кетчуп|майонез|соус|консерв|тушенк|тушёнк|сок(?!\p{L})|жк(?!\p{L})|комплекс|бц(?!\p{L})|тц(?!\p{L})|трц(?!\p{L}))\p{L}*[ \u00a0](?:\p{Ll}+[ \u00a0])?$/iu;
const shortLead = /^(?:\p{Lu}[\p{L}-]+[ \u00a0]){0,2}$/u;
const shortTail = /^(?:[ \u00a0][\p{L}\d-]+){0,2}[»”]/u;
const relativeBefore = /[«"“„](?:дядя|дядю|дяди|тётя|тетя|тёти|тети|баба|бабушка|дед|дедушка)[ \u00a0]$/iu;
const closes = /^[»"”“]/u;
const openingQuote = /[«“„"]$/u;
/** Remedies: «вакцина Нобивак Трикет»; «прививку Быковой» and «таблетки Быковой» are somebody's. */
const remedy =
  /(?<!\p{L})(?:вакцин[аы]|вакциной|препарат[а-я]{0,2}|лекарство|сироп|мазь|гель|спрей|суспензи[яию]|антибиотик)[ \u00a0]$/iu;
/** «по маршруту Сабетта — Мурманск» */
const route =
  /(?<!\p{L})(?:маршрут[а-я]{0,2}|рейс[а-я]{0,2}|перегон[а-я]?|трасс[аеыу]|поезд[а-я]{0,2}|автобус[а-я]{0,2}|электричк[аеиу]|линии|линия|направлени[еия]|ветк[аеиу]|сообщени[ея]|дороги?|участк[аеу]|участок)(?: (?:(?=\D{0,9}\d)\S{1,20}|по маршруту))?[ \u00a0]$/iu;
const dash = /^[ \u00a0]?[—–-][ \u00a0]?(\p{Lu}[\p{L}-]{2,30})/u;
const town = /^г\. ?(\p{L}[\p{L}-]{2,30})$/iu;
const birthplace = /место рожд\p{L}{0,8}\.?[ \u00a0]{0,8}:?[ \u00a0]{0,8}$/iu;
/** Towns of two words of which the first is a name, or looks so. */
const twoWords =
  /^(?:ростов[а-я]{0,2} велик|переславл[а-я]{1,2} залесск|владимир[а-я]{0,2} волынск|каменец подольск|сергиев[а-я]{0,2} посад|гаврилов[а-я]{0,2} (?:посад|ям)|павловск[а-я]{1,3} посад|мариинск[а-я]{1,3} посад|александров[а-я]{0,2} гай|петров[а-я]{0,2} вал|марьин[а-я]{1,2} (?:горк|рощ)|великий устюг|нижний)/u;
/** «Репост приветствуется» */
const impersonal =
  /^[ \u00a0](?:приветству|запреща|допуска|оплачива|предоставля|осуществля|взима|начисля|производ|применя|разреша|обязател|невозмож|возмож|исключен|включен|бесплатн)\p{Ll}*(?!\p{L})/u;
const capital = /^\p{Lu}\p{Ll}+$/u;

/** Whether what was taken for a Russian name is a brand, a car, a ship, a town, a route. */
export function isRussianThing(text: string, { start, end }: Span): boolean {
  const written = text.slice(start, end);
  const folded = fold(written);
  if (russianBrands.has(folded) || /\p{L}{4}банк$/u.test(folded) || car.test(folded)) return true;
  const before = text.slice(Math.max(0, start - BEFORE), start);
  if (isPairOfScholars(text, { start, end }) || isTown(folded, before) || twoWords.test(folded)) return true;
  const after = text.slice(end, end + QUOTED_MAX);
  if (relativeBefore.test(before) && closes.test(after)) return true;
  return isInQuotes(before, after) || isUnnamed({ written, before, after });
}

function isTown(folded: string, before: string): boolean {
  const name = town.exec(folded)?.[1];
  return name !== undefined && (isRussianCity(name) || birthplace.test(before));
}

/** «на рейде ждут «Академик Черский» и …» */
function isInQuotes(before: string, after: string): boolean {
  const opening = Math.max(before.lastIndexOf('«'), before.lastIndexOf('“'), before.lastIndexOf('„'));
  if (opening < 0 || !shortLead.test(before.slice(opening + 1)) || !shortTail.test(after)) return false;
  const named = before.slice(0, opening);
  return craft.test(named) || quotedThing.test(named);
}

/** One or two words that only stand where things do. */
function isUnnamed({ written, before, after }: Record<'written' | 'before' | 'after', string>): boolean {
  if (remedy.test(before)) return !openingQuote.test(before) && !/\p{L}\.|(?:вич|вна|ову|ой)$/u.test(written);
  if (!capital.test(written)) return false;
  const other = dash.exec(after)?.[1];
  if (other !== undefined && route.test(before) && isRussianCity(fold(other))) return true;
  return /(?:^|[.!?\n][ \u00a0]?)$/u.test(before) && impersonal.test(after);
}
