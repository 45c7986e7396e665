import type { EntityType } from '@medley/contracts';

/** What a word before a number says the number is; `OTHER`: something that is no personal data. */
export type Label = EntityType | 'OTHER';

/** How far before a number its label may stand, in UTF-16 units. */
const REACH = 48;

/** Beginnings of words by what they announce. */
const labelSources: Readonly<Partial<Record<Label, string>>> = {
  PHONE:
    'тел(?![а-яё])|тел[её]фон|моб(?:ильн|\\.)|сотов|ватсап|вотсап|whatsapp|viber|факс|звон|позвон|набер|contact|phone|mobile|cell|fax|call|tel(?![a-z])|dial|text me|messages? to|office',
  SNILS: 'снилс|страхов[а-яё]+ (?:номер|свидетельств)|пенсионн|snils',
  PASSPORT: 'паспорт|загран|серия|passport|удостоверение личности|документ',
  DRIVER_LICENCE:
    "водительск|в/у|ву(?![а-яё])|права(?![а-яё])|driver[’']?s? licen[cs]e|driving licen[cs]e|licen[cs]e (?:no|number|#)|dl(?![a-z])",
  INN: 'инн(?![а-яё])|inn(?![a-z])',
  OGRNIP: 'огрнип|ogrnip',
  CREDIT_CARD:
    'карт[аыуео](?![а-яё])|карт(?:ой|очк)|card|visa|mastercard|american express|amex|discover|diners|jcb|maestro',
  BANK_ACCOUNT:
    'р/с|расч[её]тн[а-яё]+ сч[её]т|лицев[а-яё]+ сч[её]т|сч[её]т(?:а|у|ом|е)?(?![а-яё])|account|acct|iban',
  MEDICAL_ID: 'полис|омс(?![а-яё])|дмс(?![а-яё])|енп(?![а-яё])|mbi(?![a-z])|medicare|dea(?![a-z])',
  MILITARY_ID: 'военн[а-яё]+ билет|военник|военно-уч',
  BIRTH_CERT: 'свидетельств[а-яё]* о рождении|свидетельств|birth certificate',
  VEHICLE_PLATE: 'автомобил|машин|авто(?![а-яё])|госномер|гос\\.? ?номер|г/н|грз|номерн|plate|vehicle',
  VIN: 'vin(?![a-z])|вин(?![а-яё])|идентификационный номер тс',
  USERNAME:
    'логин|ник(?![а-яё])|никнейм|аккаунт|юзер|telegram|телеграм|инстаграм|личк|username|user name|login|handle|ssh',
  DATE_OF_BIRTH:
    'рожд[её]н|родил|дата рожд|д\\.? ?р\\.?(?![а-яё])|г\\.? ?р\\.?(?![а-яё])|born|birth|dob(?![a-z])|d\\.o\\.b',
  US_SSN: 'ssn(?![a-z])|social security',
  US_ITIN: 'itin(?![a-z])|taxpayer',
  UK_NINO: 'nino(?![a-z])|national insurance|ni number',
  UK_NHS: 'nhs(?![a-z])',
  CRYPTO: 'bitcoin|биткоин|btc|ethereum|eth(?![a-z])|кошел[её]к|wallet|usdt|крипто',
  IP: 'ip(?![a-z])|хост|host|сервер|server|client_ip',
  OTHER:
    'заказ|накладн|догов|артикул|код товара|верси|приказ|дел[оа] №|кбк|уин(?![а-яё])|октмо|окпо|окато|оквэд|кпп(?![а-яё])|бик(?![а-яё])|огрн(?!ип)|корр|к/с|isbn|ean(?![a-z])|индекс|order|invoice|version|ticket|tracking|serial|серийн|заявк|обращени|сумм|идентификатор|изделие|позици|платформ|модель|сборк|карта памяти|case|issue|изобр|md5|sha|пример|раздел|гост|снип|сп(?![а-яё])|чек(?![а-яё])|квитанц|лот(?![а-яё])|тендер|routing|npi(?![a-z])|sku|part|маск|подсет|последовательност',
};

const labelPattern = new RegExp(
  Object.entries(labelSources)
    .map(([label, source]) => `(?<${label}>(?<![\\p{L}\\p{N}])(?:${source}))`)
    .join('|'),
  'giu',
);

/** The last label among the {@link REACH} units before an offset; an empty line ends the search. */
export function nearestLabel(text: string, offset: number): Label | null {
  const window = text.slice(Math.max(0, offset - REACH), offset);
  const near = window.slice(window.lastIndexOf('\n\n') + 1);
  let nearest: Label | null = null;
  for (const match of near.matchAll(labelPattern)) {
    for (const [label, value] of Object.entries(match.groups ?? {})) {
      if (value !== undefined) nearest = label as Label;
    }
  }
  return nearest;
}
