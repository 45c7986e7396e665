/** Things and papers whose number or series is no personal data, by the beginning of the word. */
const things =
  'акт(?:а|у|е|ом|ы)?(?!\\p{L})|чек|смен[аыу]|ячейк|парти[яию]|бирк|пломб|опис[ьи]|ведомост|реестр|наряд|ордер|поручени|направлени|рецепт|билет|банкнот|купюр|монет|лист(?:а|у|ок)?(?!\\p{L})|плат[её]ж|контейнер|сч[её]тчик|показани|ключ|коробк|паллет|поддон|бокс|архив|инв\\.|инвентар|штамм|посылк|бандерол|товар|прибор|издели|станок|станк|двигател|кабел|детал|сейф|вагон|поезд|рейс|пут[её]вк|абонемент|сертификат|диплом|аттестат|купон|талон|штрих|промокод|бланк|лотере|тираж|вексел|облигац|акци[яию]|жетон|смет[аы]|черт[её]ж|контракт|соглашени|тикет|уч\\.|учет|уч[её]тн|проб[аы]|образ[её]?ц|груз|склад|участ(?:ок|к)';
const adjacent = new RegExp(
  `(?<![\\p{L}/])(?:${things})\\p{L}{0,6}[ \\u00a0]?(?:(?:№|номер|сери[яи])[ \\u00a0:]{0,2})?$`,
  'iu',
);
const anywhere = new RegExp(`(?<!\\p{L})(?:${things})`, 'iu');

/** Whether the words right before a number give it to a thing («Акт 4517 204481», «купюра АН 2044817»). */
export function isOfThing(text: string, start: number): boolean {
  return adjacent.test(text.slice(Math.max(0, start - 32), start));
}

/** Whether a thing is named that has a series. */
export function namesThing(words: string): boolean {
  return anywhere.test(words);
}
