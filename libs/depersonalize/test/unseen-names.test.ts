import { found } from './find-spans';

/** Sentences of nobody's set: how people write, not how names are listed. */
describe('names in texts the model has not seen', () => {
  test.each([
    ['nominative', 'Протокол вела Ульяна Черкашина, возражений не было.', ['Ульяна Черкашина']],
    ['genitive', 'Не дождались ни звонка, ни письма от Платона Верховцева.', ['Платона Верховцева']],
    ['dative', 'Ключи отдайте Ярославе Игнатьевне Кобзарь под роспись.', ['Ярославе Игнатьевне Кобзарь']],
    ['accusative', 'Вчера встретил Захара Лобанова возле кассы.', ['Захара Лобанова']],
    [
      'instrumental',
      'Смета согласована с Тимофеем Аркадьевичем Гусельниковым.',
      ['Тимофеем Аркадьевичем Гусельниковым'],
    ],
    ['prepositional', 'На собрании долго говорили о Веронике Степановой.', ['Веронике Степановой']],
    ['capitals', 'РАСПИСКА. Я, ПОПОВА ИНГА ЛЬВОВНА, ПОЛУЧИЛА ДЕНЬГИ.', ['ПОПОВА ИНГА ЛЬВОВНА']],
    ['small letters', 'привет, это светлана кравцова, перезвоните мне', ['светлана кравцова']],
    ['initials', 'Согласовано: К. Р. Дементьев, 12 мая.', ['К. Р. Дементьев']],
    ['initials behind', 'Исполнитель Тарасенко О.В. в отпуске до среды.', ['Тарасенко О.В.']],
    ['two people', 'Дежурят Карина Мельник и Богдан Щукин.', ['Карина Мельник', 'Богдан Щукин']],
    ['a lone first name', 'Если что, спросите у Аркадия, он в курсе.', ['Аркадия']],
    ['a patronymic', 'Здравствуйте, Эмилия Робертовна! Высылаю отчёт.', ['Эмилия Робертовна']],
    ['foreign names', 'Режиссёр Джорджо Манфреди привёз фильм в Казань.', ['Джорджо Манфреди']],
    ['a turkic name', 'Заявление подал Байрамов Эльдар Вагиф оглы.', ['Байрамов Эльдар Вагиф оглы']],
    ['a double surname', 'Слово взяла Римма Мусина-Озерова.', ['Римма Мусина-Озерова']],
    ['Latin letters among Russian', 'Билет оформлен на Sergey Dolgov, вылет в шесть.', ['Sergey Dolgov']],
  ])('Russian, %s', (_, text, names) => {
    expect(found('PERSON', text)).toEqual(names);
  });

  test.each([
    ['a letter', 'Hi Priya,\nthe draft is attached.\nBest,\nOliver Stanton', ['Priya', 'Oliver Stanton']],
    ['a chat', 'Agent: Who is calling? Caller: Malik Johnson', ['Malik Johnson']],
    ['a title', 'Please ask Dr. Hoffmann to sign the form.', ['Hoffmann']],
    ['news', 'The mayor, Elena Kowalczyk, declined to comment on Tuesday.', ['Elena Kowalczyk']],
    ['a possessive', "Everyone praised Rebecca Lind's presentation.", ['Rebecca Lind']],
    ['initials', 'The paper by J. R. Whitcombe was withdrawn.', ['J. R. Whitcombe']],
  ])('English, %s', (_, text, names) => {
    expect(found('PERSON', text)).toEqual(names);
  });

  test('each line of a mixed text is read by the script it has', () => {
    const text =
      'Заказ принял Игорь Савченко.\nPlease forward it to Hannah Becker by Friday.\nСпасибо, Игорь';
    expect(found('PERSON', text)).toEqual(['Игорь Савченко', 'Hannah Becker', 'Игорь']);
  });

  test.each([
    'Каток «Снежинка» открыт ежедневно, прокат коньков у входа.',
    'Совещание в Екатеринбурге перенесено на пятницу, Газпром и Росатом участвуют.',
    'Прошу выдать справку о доходах за прошлый год.',
    'Улица Гагарина перекрыта от Садовой до Речного вокзала.',
    'The Hague ruling surprised Brussels on Wednesday.',
    'Your order has shipped; track it in My Account.',
  ])('nobody in: %s', (text) => {
    expect(found('PERSON', text)).toEqual([]);
  });
});

describe('a long text', () => {
  const filler = 'Отчёт за квартал составлен вовремя и сдан в архив.\n'.repeat(2_500);

  test('is read whole, window after window', () => {
    const text = `${filler}Подписал Глеб Рощин.\n${filler}Проверила Инна Соломатина.\n`;
    expect(found('PERSON', text)).toEqual(['Глеб Рощин', 'Инна Соломатина']);
  });

  test('somebody named in full is found by the surname alone far behind', () => {
    const text = `Жалобу подал Арсений Кашкаров.\n${filler}Ответ послан Кашкарову почтой.\n`;
    expect(found('PERSON', text)).toEqual(['Арсений Кашкаров', 'Кашкарову']);
  });
});
