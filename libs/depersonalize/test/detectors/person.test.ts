import { found } from '../find-spans';

describe('the detector of PERSON in Russian', () => {
  test.each([
    ['nominative', 'Договор подписал Иван Петров.', 'Иван Петров'],
    ['genitive', 'Уволить Орлова Николая Романовича 15.03.2020.', 'Орлова Николая Романовича'],
    ['dative', 'Справка выдана Захарову Алексею Сергеевичу вчера.', 'Захарову Алексею Сергеевичу'],
    ['accusative', 'Потерпевший опознал Беляеву Марию.', 'Беляеву Марию'],
    ['instrumental', 'Говорили с Татьяной Долгих о деле.', 'Татьяной Долгих'],
    ['prepositional', 'Спросили о Яне Вишневской вечером.', 'Яне Вишневской'],
    ['surname first', 'Получать будет Цой Руслан Анатольевич.', 'Цой Руслан Анатольевич'],
    ['initials before', 'Благодарность объявить Г. Ю. Быковой, всё.', 'Г. Ю. Быковой'],
    ['initials behind', 'Исполнитель: Иванов А.А., тел. нет', 'Иванов А.А.'],
    ['a patronymic', 'Людмила Романовна, спасибо за ожидание.', 'Людмила Романовна'],
    ['a spoken patronymic', 'Спроси у Пал Палыча, он знает.', 'Пал Палыча'],
    [
      'hyphens',
      'Подписала Голенищева-Кутузова Мария-Луиза Оскаровна.',
      'Голенищева-Кутузова Мария-Луиза Оскаровна',
    ],
    ['ё', 'Пришёл Фёдор Королёв.', 'Фёдор Королёв'],
    ['е for ё', 'Пришёл Федор Королев.', 'Федор Королев'],
    ['capitals', 'АНКЕТА\nШТЕРН ДМИТРИЙ ИВАНОВИЧ\nг.р.', 'ШТЕРН ДМИТРИЙ ИВАНОВИЧ'],
    ['an everyday name', 'сохрани номер Никиты: срочно', 'Никиты'],
    ['small letters', 'привет это анна, запиши', 'анна'],
    ['oglu', 'Докладывал Мирзоев Фарид Акиф оглы, затем все.', 'Мирзоев Фарид Акиф оглы'],
    ['particles', 'Её муж Томас ван дер Берг остановился у нас.', 'Томас ван дер Берг'],
    ['a role before', 'Решение принял президент Кан вчера.', 'Кан'],
    ['a speaker', 'По его словам, Тифензее отметил успех.', 'Тифензее'],
    ['a form', 'Фамилия: Васильев\nТел: нет', 'Васильев'],
    ['a foreign name', 'Глава NASA Майкл Гриффин ответил.', 'Майкл Гриффин'],
  ])('finds a name with %s', (_, text, name) => {
    expect(found('PERSON', text)).toEqual([name]);
  });

  test('finds the lone surname of somebody named in full elsewhere, at the start of a sentence too', () => {
    const text = 'Мухина потом ушла. Докладывала Вера Мухина. О Мухиной забыли.';
    expect(found('PERSON', text)).toEqual(['Мухина', 'Вера Мухина', 'Мухиной']);
  });

  test.each([
    'Надежда умирает последней, а вера без дел мертва.',
    'Роза ветров построена за десять лет наблюдений.',
    'Соколов и ястребов занесли в Красную книгу области.',
    'Кузнецов и плотников требуется всё больше.',
    'Комаров в этом году очень много.',
    'Мороз крепчал, и снегирь жался к ветке.',
    'М. П.                    (подпись)',
    'Аудитория 412, корпус Б.',
    'Графа «Отчество» заполняется при наличии.',
    'Россия и Украина, Москва, Саратов, Великий Новгород.',
    'В понедельник Государственная дума приняла закон.',
  ])('leaves alone: %s', (text) => {
    expect(found('PERSON', text)).toEqual([]);
  });
});

describe('the detector of PERSON in English', () => {
  test.each([
    ['first and last', 'Yesterday John Smith called.', 'John Smith'],
    ['a title', 'I met Dr. Cooper there.', 'Cooper'],
    ['a middle initial', 'not by Delvis J Carvajal, sorry', 'Delvis J Carvajal'],
    ['a possessive', 'the verses from Terence Vassiliev’s Tales', 'Terence Vassiliev'],
    ['an introduction', 'Hello, my name is Jacob', 'Jacob'],
    ['small letters', 'my name is anna and I live here', 'anna'],
    ['a transliteration', 'получатель Oleg Kuznetsov.', 'Oleg Kuznetsov'],
  ])('finds a name with %s', (_, text, name) => {
    expect(found('PERSON', text)).toEqual([name]);
  });

  test.each([
    'It will rain in May, so we may be late on Sunday.',
    'We moved here from New Zealand in April.',
    'The United States Congress met in Washington.',
    'Please update the billing address.',
  ])('leaves alone: %s', (text) => {
    expect(found('PERSON', text)).toEqual([]);
  });
});
