import { beginningsOf } from '../src/text/pattern-beginnings';
import { found } from './find-spans';

describe('the beginnings of a pattern', () => {
  test.each([
    ['абв|где', ['абв', 'где']],
    ['(?:за|раз)вод', ['зав', 'раз']],
    ['зав[её]л[аи]?', ['зав']],
    ['уч(?:\\.|[её]т)', ['уч.', 'уче', 'учё']],
    ['ник(?:нейм)?', ['ник']],
    ['аб?в', ['абв', 'ав']],
    ['аб ??в', ['аб ', 'абв']],
    ['со[а-я]{2}', ['со']],
  ])('%s', (source, beginnings) => {
    expect([...beginningsOf(source, 3)].sort()).toEqual([...beginnings].sort());
  });
});

/** One of each way to tell of an account: none is cut off by the index that is asked first. */
describe('every way to tell of an account is reached', () => {
  const people = 'l.tarkova';
  test.each([
    `сижу под ${people} весь день`,
    `сидел как ${people}`,
    `работаю под ${people}`,
    `вхожу под ${people}`,
    `вошла как ${people}`,
    `зашёл под ${people}`,
    `залогинилась как ${people}`,
    `авторизуюсь под ${people}`,
    `зарегистрировали его как ${people}`,
    `завели её как ${people}`,
    `Автор: ${people}`,
    `Постановщик: ${people}`,
    `Наблюдатель — ${people}`,
    `Кассир: ${people}`,
    `от кого: ${people}`,
    `approved by ${people}`,
    `escalated to ${people}`,
    `Submitter: ${people}`,
    `сброс пароля ${people}`,
    `заблокируйте ${people}`,
    `сменить нельзя, поменяйте пароль для ${people}`,
    `учётной записью ${people}`,
    `юзер vpn ${people}`,
    `(ник ${people})`,
  ])('%s', (text) => {
    expect(found('USERNAME', text)).toEqual([people]);
  });
});
