/** Sentences of everyday Russian writing, made up here; `#` becomes a digit. */
const sentences = [
  'Вчера вечером совет дома обсудил ремонт крыши, и решение отложили до весны.',
  'Договор подписала директор {name}, телефон для справок +7 (495) ###-##-##.',
  'По словам мастера, труба служит уже тридцать лет и держится на честном слове.',
  '{name} попросил перенести встречу на четверг: в среду он в отъезде.',
  'Пишите на адрес office##@example.com, ответим в течение двух рабочих дней.',
  'Заказ № ###### отгружен со склада 14.03.2024, сумма ## ### рублей 50 копеек.',
  'В протоколе отмечено, что {name} голосовала против, остальные воздержались.',
  'Погода стояла тихая, над рекой висел туман, и лодки шли почти вслепую.',
  'Новая версия 4.##.# исправляет ошибку печати и работает заметно быстрее прежней.',
  'Доставка по адресу: г. Нижний Лес, ул. Заречная, д. ##, кв. ###, домофон не работает.',
  'На линии завода собрали первую партию станков, их отправят на юг области.',
  'Встретились с {name} у входа в музей, потом долго гуляли по набережной.',
];
const names = [
  'Ольга Ветрова', 'Пётр Климов', 'Семёном Гориным', 'Анна Викторовна Лугова', 'И. П. Дроздов', 'Марине Соболь',
]; // prettier-ignore

/** Russian text for measuring speed, at least that many UTF-16 units long; always the same. */
export function madeUpText(length: number): string {
  const parts: string[] = [];
  let state = 1;
  const next = (below: number): number => {
    state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647;
    return state % below;
  };
  for (let written = 0; written < length;) {
    const sentence = (sentences[next(sentences.length)] ?? '')
      .replace('{name}', names[next(names.length)] ?? '')
      .replace(/#/g, () => String(next(10)));
    const end = next(5) === 0 ? '\n\n' : ' ';
    parts.push(sentence + end);
    written += sentence.length + end.length;
  }
  return parts.join('');
}
