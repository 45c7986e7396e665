import type { Finding } from '../detector';

const B = '[ \\u00a0]?';
const COMMA = `(?:${B},${B}|[ \\u00a0])`;
const streetType =
  '(?:ул|улиц[аеуы]|пр-к?т|просп|проспект[еау]?|пер|переул(?:ок|ка|ке)|ш|шоссе|б-р|бул|бульвар[еа]?|наб|набережн(?:ая|ой)|пл|площад[ьи]|пр-д|проезд[еа]?|мкр|микрорайон[еа]?|ал|алле[яие]|тракт[еа]?|туп|тупик[еа]?|линия|квартал[еа]?)';
const nameWord =
  '(?:[А-ЯЁ][а-яёА-ЯЁ-]{1,30}|\\d{1,4}(?:-?(?:[ая]я|го|й|ой|летия?))?|лет|года|им\\.?|имени|и|[А-ЯЁ]\\.)';
const streetName = `${nameWord}(?:[ \\u00a0]${nameWord}){0,3}`;
const street = `(?:${streetType}(?:\\.${B}|[ \\u00a0])${streetName}|${streetName}[ \\u00a0]${streetType}(?:\\.|(?![\\p{L}])))`;
const houseNumber = '\\d{1,4}[а-яА-Я]?(?:[/-]\\d{1,4}[а-яА-Я]?)?(?![\\p{L}\\d])';
const house = `(?:(?:д|дом)(?:\\.${B}|[ \\u00a0]))?(?:№${B})?${houseNumber}`;
const partType =
  '(?:корпус|корп|кор|к|строение|стр|литера?|лит|подъезд|под|этаж|эт|квартира|кв|офис|оф|помещение|пом|комната|комн|ком|владение|вл)';
const part = `(?:${COMMA}${partType}(?:\\.${B}|[ \\u00a0])?(?:№${B})?\\d{1,5}[а-яА-Я]?(?![\\p{L}\\d]))`;
const cityName = '[А-ЯЁ][а-яё]{2,25}(?:-[а-яА-ЯЁё]{1,20}){0,3}(?:[ \\u00a0][А-ЯЁ][а-яё-]{2,25})?';
const city = `(?:(?:г|гор|город[еа]?|пос|посёлок|с|село|дер|д|деревня|пгт|ст|станица|рп)(?:\\.${B}|[ \\u00a0]))?${cityName}`;
const region = `(?:[А-ЯЁ][а-яё-]{3,25}[ \\u00a0](?:область|обл\\.?|край|район|р-н|АО|респ\\.?)|(?:респ\\.|Республика|обл\\.)[ \\u00a0][А-ЯЁ][а-яё-]{3,25})`;
const index = '\\d{6}';

const addressPattern = new RegExp(
  `(?<![\\p{L}\\d])(?:${index}${COMMA})?(?:${region}${B},${B}){0,2}(?:${city}(?:${B},${B}|[ \\u00a0](?:на|по)[ \\u00a0])){0,2}${street}${COMMA}${house}${part}{0,5}(?:${B},${B}${city})?(?:${B},${B}${index}(?!\\d))?`,
  'gu',
);
/** «Малая Ордынская 83, кв 94»: no word for the street, but a flat behind the house. */
const flatPattern = new RegExp(
  `(?<![\\p{L}\\d])(?:${city}${B},${B})?[\\p{Lu}\\p{Ll}][а-яё-]{2,25}(?:[ \\u00a0][А-ЯЁ][а-яё-]{2,25}){0,2}[ \\u00a0,]{1,2}${house}(?:${COMMA}(?:кв|квартира)(?:\\.${B}|[ \\u00a0])\\d{1,5})`,
  'gu',
);

/** Russian addresses, postcode to flat or the other way round, prepositions and abbreviations in. */
export function findRussianAddresses(text: string): Finding[] {
  return [addressPattern, flatPattern].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: written, index: start }) => ({
      start,
      end: start + written.length,
      type: 'ADDRESS' as const,
      score: 0.95,
    })),
  );
}
