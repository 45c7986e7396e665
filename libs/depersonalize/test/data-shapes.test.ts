import { detect } from '@medley/depersonalize';

/** What is found in a text, sorted by place. */
function findIn(text: string): string[] {
  return detect(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);
}

/** A text by its lines, and all that is to be found in it. */
const shapes: readonly [name: string, lines: readonly string[], found: readonly string[]][] = [
  [
    'SQL',
    [
      'INSERT INTO staff (id, fio, birth_date, oms, login) VALUES',
      "(7, 'Тлеужев Мурат Асланович', '1979-11-04', '2047810830000611', 'mtleuzh'),",
      "(8, 'Цыбикова Туяна', '1991-02-17', NULL, NULL);",
    ],
    [
      'PERSON Тлеужев Мурат Асланович',
      'DATE_OF_BIRTH 1979-11-04',
      'MEDICAL_ID 2047810830000611',
      'USERNAME mtleuzh',
      'PERSON Цыбикова Туяна',
      'DATE_OF_BIRTH 1991-02-17',
    ],
  ],
  [
    'columns of blanks',
    [
      'EMP   NAME              SSN          BANK ACCT',
      '0117  Kwabena Oforiwaa  475-13-8842  5830017724',
      '0118  Linh Trong Bui    470-52-6193  000931847265',
    ],
    [
      'PERSON Kwabena Oforiwaa',
      'US_SSN 475-13-8842',
      'BANK_ACCOUNT 5830017724',
      'PERSON Linh Trong Bui',
      'US_SSN 470-52-6193',
      'BANK_ACCOUNT 000931847265',
    ],
  ],
  [
    'a table with rulers',
    [
      '+----+------------------+-------------+',
      '| id | patient          | msisdn      |',
      '+----+------------------+-------------+',
      '|  1 | Wenzel Ngata     | 79281112233 |',
      '|  2 | Ottoline Eze-Obi | 79281112234 |',
      '+----+------------------+-------------+',
    ],
    ['PERSON Wenzel Ngata', 'PHONE 79281112233', 'PERSON Ottoline Eze-Obi', 'PHONE 79281112234'],
  ],
  [
    'a title above the head, and a year in it',
    ['Медосмотр;цех 4;;', 'Ф.И.О.;Д.Р.;Полис;Сумма 2024', 'Хамхоев Адам;1990-07-01;2047810830000611;118'],
    ['PERSON Хамхоев Адам', 'DATE_OF_BIRTH 1990-07-01', 'MEDICAL_ID 2047810830000611'],
  ],
  [
    'rows with commas in a column that nothing is known of',
    [
      'fio,note,bday,login',
      'Хамхоев Адам,цех 4, вторая смена, резерв,1990-07-01,ahamh',
      'Цыбикова Туяна,цех 2,1991-02-17,tcyb',
    ],
    [
      'PERSON Хамхоев Адам',
      'DATE_OF_BIRTH 1990-07-01',
      'USERNAME ahamh',
      'PERSON Цыбикова Туяна',
      'DATE_OF_BIRTH 1991-02-17',
      'USERNAME tcyb',
    ],
  ],
  [
    'rows that all have a comma more than the head',
    [
      'name,place,phone,dob',
      'Wenzel Ngata,Leeds, Armley,07700 900123,1990-07-01',
      'Ottoline Quince,Leeds, Otley,07700 900124,1991-07-01',
    ],
    [
      'PERSON Wenzel Ngata',
      'PHONE 07700 900123',
      'DATE_OF_BIRTH 1990-07-01',
      'PERSON Ottoline Quince',
      'PHONE 07700 900124',
      'DATE_OF_BIRTH 1991-07-01',
    ],
  ],
  [
    'heads in snake and camel case',
    ['asset,assigned_login,birthDate,regPlate,last_login', 'UNI-2231,bs19hq,1983-10-05,SF17 KLO,2024-05-01'],
    ['USERNAME bs19hq', 'DATE_OF_BIRTH 1983-10-05', 'VEHICLE_PLATE SF17 KLO'],
  ],
  [
    'a column without a head in which the others are names',
    [
      '10:00  Mohammed Khan    11/02/1949',
      '10:20  Jean-Paul Adler  09/12/1955',
      '10:40  Wenzel Ngata     14/08/1971',
    ],
    [
      'PERSON Mohammed Khan',
      'DATE_OF_BIRTH 11/02/1949',
      'PERSON Jean-Paul Adler',
      'DATE_OF_BIRTH 09/12/1955',
      'PERSON Wenzel Ngata',
      'DATE_OF_BIRTH 14/08/1971',
    ],
  ],
  [
    'JSON in a string',
    ['curl -d "{\\"login\\":\\"n.shogenova\\",\\"bday\\":\\"1988-04-09\\",\\"firstName\\":\\"Wenzel\\"}"'],
    ['USERNAME n.shogenova', 'DATE_OF_BIRTH 1988-04-09', 'PERSON Wenzel'],
  ],
  [
    'YAML',
    [
      'device:',
      '  mac: "00-1b-63-84-45-e6"',
      '  owner: jfontaine',
      '  created_by: a.lindqvist',
      '  image_version: 2.14.0.7',
    ],
    ['MAC 00-1b-63-84-45-e6', 'USERNAME jfontaine', 'USERNAME a.lindqvist'],
  ],
  [
    'elements and attributes',
    ['<Person login="tvangel7"><LastName>Шогенов</LastName><BirthDate>1975-12-30</BirthDate></Person>'],
    ['USERNAME tvangel7', 'PERSON Шогенов', 'DATE_OF_BIRTH 1975-12-30'],
  ],
  [
    'settings and query strings',
    [
      'full_name = Thandiwe Ngata',
      'account_number = 62744018835',
      'GET /?msisdn=27825550163&bday=1988-03-09',
    ],
    ['PERSON Thandiwe Ngata', 'BANK_ACCOUNT 62744018835', 'PHONE 27825550163', 'DATE_OF_BIRTH 1988-03-09'],
  ],
];

const alike: readonly (readonly [name: string, lines: readonly string[]])[] = [
  ['a name of a product', ['id,name,sku,price,number', '1,Silver Fox,AX-2044,19.90,4508123456']],
  ['a name of a host', ['hosts:', '  - name: kiosk-lobby', '    owner: platform']],
  ['owners that are teams', ['metadata:', '  owner: team-payments', '  created_by: terraform']],
  ['titles of fields', ['{"login":"Login","full_name":"Full name","phone":"Phone"}']],
  [
    'columns of a definition',
    ['CREATE TABLE users (id int, login varchar(64), owner int, birth_date date);'],
  ],
  ['firms and their papers', ['Клиент;Объект;Дата', 'Завод Калибр;Цех Северный;12.03.1999']],
  ['other dates', ['hire_date,visit,expiry', '1999-04-05,1998-02-03,2003-09-09']],
  [
    'rows of goods in SQL',
    ["INSERT INTO goods (id, name, code, owner) VALUES (1, 'Blue Ridge', '4508123456', 'sales');"],
  ],
  [
    'a sentence above numbers of others',
    [
      'Документы: паспорт, полис, снилс',
      'Заказ 2047810830, оплата на месте, доставка',
      'Накладная 4508123456, склад 4, ряд 7',
    ],
  ],
  ['numbers of orders', ['{"order_id":"4276380012345679","account_id":"10293847","customer":"Blue Harbor"}']],
];

describe('values of which a head or a key far away tells', () => {
  test.each(shapes.map(([name, lines, found]) => [name, lines.join('\n'), found] as const))(
    'are found: %s',
    (_, text, found) => {
      expect(findIn(text)).toEqual(found);
    },
  );

  test.each(alike.map(([name, lines]) => [name, lines.join('\n')] as const))(
    'nothing is found in: %s',
    (_, text) => {
      expect(findIn(text)).toEqual([]);
    },
  );
});
