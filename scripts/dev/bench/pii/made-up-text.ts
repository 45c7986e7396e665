interface Stock {
  sentences: readonly string[];
  names: readonly string[];
}

/** Sentences of everyday writing, made up here; `#` becomes a digit. */
const russian: Stock = {
  sentences: [
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
  ],
  names: [
    'Ольга Ветрова',
    'Пётр Климов',
    'Семёном Гориным',
    'Анна Викторовна Лугова',
    'И. П. Дроздов',
    'Марине Соболь',
  ],
};

const english: Stock = {
  sentences: [
    'The board met last night to talk about the roof, and put the decision off until spring.',
    'The contract was signed by {name}; for questions call (415) 555-01## or write to the office.',
    'According to the plumber the pipe is thirty years old and held together by good will.',
    '{name} asked to move the meeting to Thursday: on Wednesday he is out of town.',
    'Write to office##@example.com and we will answer within two working days.',
    'Order ###### left the warehouse on March 14, 2024, for a total of $#,###.50.',
    'The minutes say that {name} voted against, and that the others abstained.',
    'It was a quiet morning, with fog over the river, and the boats went by touch.',
    'Release 4.##.# mends the printing and is noticeably faster than the one before.',
    'Deliver to ## Larch Hill Road, Apt. #, Millbrook; the bell does not work.',
    'The first machines came off the line today and will be sent south by rail.',
    'We met {name} at the door of the museum and walked along the shore afterwards.',
  ],
  names: ['Olive Winters', 'Peter Clay', 'Simon Horne', 'Anna V. Meadows', 'J. P. Thrush', 'Marina Sable'],
};

const stocks = { ru: russian, en: english };

/** Text for measuring speed, at least that many UTF-16 units long; always the same. */
export function madeUpText(length: number, language: keyof typeof stocks = 'ru'): string {
  const { sentences, names } = stocks[language];
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
