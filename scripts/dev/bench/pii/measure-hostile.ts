import { detect } from '@medley/depersonalize';

const LENGTH = 100_000;
/** Fragments that are repeated to 100,000 characters. */
const units = [
  'a', '1', '@', ' ', '\n', 'a@', '+7(', '1-', '1 ', '«"', '«„“', '(', '.', 'А', 'Аа ', 'Иван ', 'Иванов И. ', 'J. ', 'А.А',
  '\u202eа', '\u200fא', 'a\u200bb@c.d ', '+7\u200b9', '1 2 3 4 5 6 7 8 9 0 ', '8 (9', 'ул. ', 'г. Москва, ', 'ул. Аа Бб ', '12 Oak ',
  'a.b.c.d@', 'x.com/', ':', '::', 'DE89 ', '1A', 'логин a', '\ud800', '\u0301', '1 мая 2000 ', 'паспорт 4510 123456 ',
]; // prettier-ignore

export interface HostileFigures {
  unit: string;
  seconds: number;
}

/** The fragment whose repetition takes longest. */
export function measureHostile(): HostileFigures {
  let worst: HostileFigures = { unit: '', seconds: 0 };
  for (const unit of units) {
    const text = unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
    const before = process.cpuUsage();
    detect(text);
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    if (seconds > worst.seconds) worst = { unit, seconds };
  }
  return worst;
}
