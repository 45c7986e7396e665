import { serviceUrl } from '../../device/base-path';
import type { Locale } from '../../i18n/catalogue';

/** Letters made up for this page; every person and number in them is invented. */
export const exampleLetters: Readonly<Record<Locale, string>> = {
  en: letter(
    ['Hello,'],
    [
      'my name is Daniel Whitaker. I ordered a lamp on 3 May and it still has not come.',
      'The driver rang at 27 Elm Street, but I was at work.',
      'Please call me at +44 20 7946 0958 or write to daniel.whitaker@example.com.',
    ],
    ['I paid with the card 4111 1111 1111 1111.', 'My neighbour, Olivia Grant, could take the parcel.'],
    ['Kind regards,', 'Daniel'],
  ),
  ru: letter(
    ['Здравствуйте!'],
    [
      'Меня зовут Марина Кравцова, третьего мая я заказала лампу, а её всё нет.',
      'Курьер приезжал на улицу Лесную, дом 14, квартира 7, но я была на работе.',
      'Перезвоните мне, пожалуйста: +7 912 345-67-89, или напишите на m.kravtsova@example.ru.',
    ],
    ['Платила картой 4111 1111 1111 1111.', 'Посылку может взять соседка, Ольга Громова.'],
    ['С уважением,', 'Марина'],
  ),
};

/** Paragraphs of sentences. */
function letter(...paragraphs: readonly (readonly string[])[]): string {
  return paragraphs.map((sentences) => sentences.join(' ')).join('\n\n');
}

/** Recordings that every service has at hand. */
export const exampleRecordings: Readonly<Record<Locale, string>> = {
  en: `${serviceUrl}/samples/library-call-en.mp3`,
  ru: `${serviceUrl}/samples/library-call-ru.mp3`,
};
