import { found } from './find-spans';

/** What stands around a word says whether it is a name, however it looks. */
describe('names that words and lines around them show', () => {
  test.each([
    [
      'a speaker as the others',
      'Ahmet 10:01: hi\nLwazi 10:02: hello\nAhmet 10:04: bye',
      ['Ahmet', 'Lwazi', 'Ahmet'],
    ],
    [
      'a surname of three letters again',
      'Present: Anne Cho, Ruth Adler. Moved Cho, seconded Adler.',
      ['Anne Cho', 'Ruth Adler', 'Cho', 'Adler'],
    ],
    ['a second surname', 'Before me came Ana Garcia y Soto in person.', ['Ana Garcia y Soto']],
    ['somebody by what they are to others', 'The keys are with my flatmate Tofa.', ['Tofa']],
    ['whose thing it is', '192.168.0.9;планшет Тимура;без ограничений', ['Тимура']],
    ['a neighbour', 'Видели соседка Зарема и сосед Ыскак.', ['Зарема', 'Ыскак']],
  ])('%s', (_, text, names) => {
    expect(found('PERSON', text)).toEqual(names);
  });

  test.each([
    ['Co-borrower Yelena Marchuk', 'Yelena Marchuk'],
    ['Smt. Padma Iyer', 'Padma Iyer'],
    ['a song by ex-drummer Hal Rudd', 'Hal Rudd'],
    ['Мурадян Лилит Ашотовна   Д.Р. на обороте', 'Мурадян Лилит Ашотовна'],
  ])('without roles and labels: %s', (text, name) => {
    expect(found('PERSON', text)).toEqual([name]);
  });
});

describe('things that are called after somebody are nobody', () => {
  test.each([
    'Стадион имени Э. А. Стрельцова откроют в мае.',
    'Школу им. Героя России А. Перова закрыли на карантин.',
    'Турнир им.Героя России А. Перова отложен, завод им.Лихачёва встал.',
    'Ремонт на ул. Братьев Кашириных и пр. Розы Люксембург.',
    'Жду на улице Академика Королёва у входа.',
    'Раствор Люголя и паста Лассара в наличии.',
    'В вольере лошадь Пржевальского и олень Давида.',
    'Розы «Абрахам Дарби» и «Леонардо да Винчи» по 500 р.',
    'Измерено при 20 °С. Проба слита.',
    'Ориентирована. Госпитализирована. Консультирована.',
    'Исполнитель: Подрядчик\nГрафа «Фамилия» на «Страница» перенесена.',
    'Quote valid FOB Dayton, net 30.',
    'The CPIM exam and a DHCPACK on the wire.',
  ])('%s', (text) => {
    expect(found('PERSON', text)).toEqual([]);
  });

  test.each([
    ['Подписано от имени Сергея Ивановича Лапина.', ['Сергея Ивановича Лапина']],
    ['Он передал им. Иванов ушёл.', ['Иванов']],
    ['[10:02] Bot: hi\n[10:03] Ines: hello\n[10:04] Lwazi: done', ['Ines', 'Lwazi']],
    ['Г-н Хубиев и г-жа Цой пришли.', ['Хубиев', 'Цой']],
  ])('but these are: %s', (text, names) => {
    expect(found('PERSON', text)).toEqual(names);
  });
});

describe('a surname that is a common word', () => {
  const named = 'Peter Pretzel wrote the first report. ';

  test('is somebody again where it stands alone once', () => {
    expect(found('PERSON', `${named}The board has asked for Pretzel on Monday.`)).toEqual([
      'Peter Pretzel',
      'Pretzel',
    ]);
  });

  test('is nobody in a text in which it mostly is something else', () => {
    const parser =
      'We run the Pretzel parser on Linux. The logs of Pretzel are in the archive. An update of Pretzel breaks the build. ' +
      'With Pretzel the tests take an hour. The port of Pretzel is open. The cache of Pretzel is full.';
    expect(found('PERSON', named + parser)).toEqual(['Peter Pretzel']);
  });
});
