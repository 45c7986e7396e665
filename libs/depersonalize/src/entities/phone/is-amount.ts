const unitAfter =
  /^(?:,\d\d(?!\d))?[ \u00a0]?(?:[₽$€%]|(?:к|м)?(?:руб|долл|евро|тыс|млн|млрд|трлн|чел|шт|байт|бит|кбайт|мбайт|кв|квт|штук|экз|км|кг|тонн|просмотр|показ|голос|usd|eur|rub|kzt|byte|bytes)(?!\p{L}{5})|р\.?(?![\p{L}\d])|[BВ](?![\p{L}\d]))/iu;
const sumBefore =
  /(?<!\p{L})(?:выручк|прибыл|убыт|доход|расход|оборот|актив(?!н)|пассив|баланс|сальдо|бюджет|капитализац|капитал|задолженност|долг(?!о)|портфел|ндс|ввп|сумм|итог|всего|население|просмотр|показ|объ[её]м|стоимост|остат(?:ок|к)|плат[её]ж|выплат|дивиденд|налог|процент|инвестиц|финансирован|затрат)[^\d\n,;.()]{0,28}(?:\d{4}[ \u00a0;\t]{1,2}(?:\d{4,13}[ \u00a0;\t]{1,2}){0,2})?$/iu;
/** «89 161 204 533»: in thousands, as sums are written and hardly ever telephones. */
const inThousands = /^\d{1,2}(?:[ \u00a0\u2009\u202f]\d{3}){3}$/;

/** Whether a number is how much of something («выручка 89 161 204 533 руб.»). */
export function isAmount(written: string, before: string, after: string): boolean {
  if (!/^[\d \u00a0\u2009\u202f.]+$/.test(written)) return false;
  return inThousands.test(written) || unitAfter.test(after) || sumBefore.test(before);
}
