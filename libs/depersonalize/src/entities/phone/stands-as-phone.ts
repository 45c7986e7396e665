/** «соседке Галине (5-22-17)»: in brackets, and no date. */
const inBrackets = /^\d{1,3}-(?:1[3-9]|[2-9]\d)-\d\d$/;
/** «34-71-05 (Тверь)» */
const townAfter = /^[ \u00a0]\((?:г\.[ \u00a0]?)?[А-ЯЁ][а-яё]{2,20}\)/u;
/** «34-71-05 (раб.)» */
const kindAfter = /^[ \u00a0](?:\(|[—–-][ \u00a0])?(?:дом(?:\.|ашн)|раб(?:\.|оч|\))|служ|сот(?:\.|ов)|моб)/iu;
/** «тел. 24518» */
const shortAfterLabel = /(?<!\p{L})т(?:ел)?\.:?[ \u00a0]?$/iu;

/** «Дежурная часть 2-02-45», «вахта (2-47-45)» */
const servedBy =
  /(?<!\p{L})(?:при[её]мн(?:ая|ой)|дежурн|справочн|вахт[аеыу]|диспетчер|регистратур|секретар|коммутатор|домашний|рабочий|служебный|такси|соседк|сосед[ауи]?(?!\p{L})|сторож|стационарн|дпс|скорая|комендант|проходн|магазин|аптек|контор|бухгалтер|отдел[а-яё]?[ ]кадров|канцеляр|связаться|по[ ]номеру)[^\d\n]{0,16}$/iu;

/** Whether the place of a local number in a text says that it is a telephone number, though no word does. */
export function standsAsPhone(written: string, before: string, after: string): boolean {
  if (
    before.endsWith('(') &&
    after.startsWith(')') &&
    inBrackets.test(written) &&
    /\p{L}[ \u00a0]\($/u.test(before)
  )
    return true;
  if (/^(?:\d{5}|\d\d-\d{3})$/.test(written)) return shortAfterLabel.test(before);
  if (/^\d{1,3}-\d\d-\d\d$/.test(written) && (servedBy.test(before) || kindAfter.test(after))) return true;
  return /^\d{2,3}-\d\d-\d\d$/.test(written) && townAfter.test(after);
}
