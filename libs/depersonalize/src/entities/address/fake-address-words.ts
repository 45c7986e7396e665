/** What a word of an address says about the name beside it; `'part'`: about the number behind it. */
export type AddressWord = 'street' | 'town' | 'region' | 'part';

const words: Readonly<Record<AddressWord, string>> = {
  street: `ул улица улице улицы улицу пр проспект проспекте пр-т пр-кт просп пер переулок переулке пл площадь площади ш шоссе
    наб набережная набережной б-р бул бульв бульвар бульваре проезд проезде пр-д туп тупик ал аллея аллее линия тракт мкр мкрн
    м-н микрорайон микрорайоне квартал street st str avenue ave av road rd lane ln drive dr boulevard blvd way court ct
    place pl square sq terrace ter trail trl parkway pkwy highway hwy circle cir alley crescent close grove mews row gardens
    ul rue via calle strasse straße rua avenida loop crossing pike plaza walk expressway turnpike route`,
  town: `г гор город городе города п пос поселок посёлок поселке пгт рп с село селе сл слобода х хутор дер деревня деревне
    ст-ца станица аул снт днп г-к`,
  region: `обл область области край крае респ республика республики республике р-н район районе ао округ county нсо мо ло хмао янао рт рб`,
  part: `д дом дома доме к кв квартира квартире корп корпус корпусе стр строение лит литера оф офис офисе пом помещение ком
    комн комната подъезд под эт этаж вл владение а/я apt apartment suite ste unit flat floor fl room rm building bldg no po
    box p o number`,
};
/** Countries, directions and small words: nobody lives there alone. */
const plain = `россия россии рф р российская федерация в во на по и у от до им имени года лет n s e w ne nw se sw north south
  apo fpo aa ae ap dpo cedex east west usa us uk united kingdom states of the and great britain england scotland wales
  один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать
  шестнадцать семнадцать восемнадцать девятнадцать двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят
  девяносто сто`;

const byWord: ReadonlyMap<string, AddressWord | 'plain'> = new Map([
  ...(Object.entries(words) as [AddressWord, string][]).flatMap(([kind, list]) =>
    list.split(/\s+/u).map((word): [string, AddressWord] => [word, kind]),
  ),
  ...plain.split(/\s+/u).map((word): [string, 'plain'] => [word, 'plain']),
]);

/** What a word of an address is; undefined: a name. */
export function addressWord(word: string): AddressWord | 'plain' | undefined {
  return byWord.get(word.toLowerCase().replaceAll('ё', 'е')) ?? byWord.get(word.toLowerCase());
}
