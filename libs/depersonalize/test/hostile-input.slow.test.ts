import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const LENGTH = 100_000;
/** Of processor time, in milliseconds. */
const LIMIT_MS = 2_000;
/** On a slow machine: beside a text of that length that is full of ordinary data. */
const LIMIT_SHARE = 4;
const ORDINARY = 'Звонил Иван Петров, +7 916 123-45-67, потом Анна Волкова из Москвы. ';

/** The row `input` of the hostile corpus, then what each kind of detector begins with and never ends. */
const units = [
  'a', '1', '@', ' ', 'a@', '+7(', '1-', '«"', '«„“', "'\"", '\u202eа', '\u200fשלום ', 'a\u200bb@c.d ', '+7\u200b912\u200b345',
  '\n', '\t', '\r\n', '1 ', '1\n', '1,', '1. ', '[', '(', '.', '-', '_', 'Ё', 'Аа ', 'аа ', 'АА ', 'Иван ', 'иван ', 'Иванов И. ', 'J. ',
  'Иванов Иван Иванович ', 'А.А', 'а-', 'Аа-', 'ван ', 'John Smith, ', 'Иван\n', 'Господин ', '1 2 3 4 5 6 7 8 9 0 ', '8 (9', '+1 ',
  'ул. ', 'г. Москва, ', 'ул. Аа Бб ', 'улица ', 'д. 1 ', 'ул. Лесная, д. 1, кв. ', '12 Oak ', '12 A a ', 'P.O. Box ', 'паспорт ', 'паспорт 4510 123456 ',
  'инн: ', '№ 1 ', 'телеграм-', 'логин a', '@abc ', 'a.b.c.d@', 'a.', 'x.com/', 'https://', ':', '::', '1::', '1:2:', '0x', 'ab:', '1 мая 2000 ', '01.01.',
  'DE89 ', '1A', 'AA00', 'A1-', '4111 1111 1111 1111 ', '|1|', 'a;', 'PERSON_1 ', '[PERSON_1]', 'PERSON_', '[PERSON 1 ', '【PERSON_1у', '\\[', '[*',
  'ИМЯ ПОЛЬЗОВАТЕЛЯ ', '\ud800', '\u0301', 'a\u0301-', '😀', '👨‍👩‍👧', '\u0000', '\ufeff', '字', 'ﬁ',
  'один ', 'сто ', 'восемь, ', 'two ', 'one hundred and ', 'double ', 'five five five one two three four ', 'дом два ', 'at dot ', 'собака точка ',
  'underscore a ', 'a b ', 'К как К, ', 'b as in b ', 'born one two three ', 'plate a one two three b ', 'ник а точка б ', 'и так далее один ',
]; // prettier-ignore

interface Times {
  /** What came back is what went in, both times. */
  isBack: boolean;
  /** Milliseconds of processor time, which other programs on the machine do not change. */
  worst: number;
}

/**
 * The built engine in a process of its own, as it runs in production: the sandbox that jest runs sources in makes each
 * use of a global some twenty times slower.
 */
function timeEach(texts: readonly string[]): Times[] {
  const engine = JSON.stringify(join(__dirname, '..', 'dist', 'index.js'));
  const script = `const { depersonalize, restore } = require(${engine});
    const timeOf = (work) => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    for (const text of JSON.parse(require('node:fs').readFileSync(0, 'utf8'))) {
      let taken, back, moved;
      const times = [
        timeOf(() => (taken = depersonalize(text, { mode: 'reversible' }))),
        timeOf(() => (back = restore(taken.text, taken.mapping).text)),
        timeOf(() => (moved = restore('So: ' + taken.text, taken.mapping).text)),
      ];
      // Modes differ in what they write in place of what is found.
      if (taken.entities.length > 0) times.push(timeOf(() => depersonalize(text, { mode: 'randomize', seed: 1 })));
      const worst = Math.max(...times);
      console.log(JSON.stringify({ isBack: back === text && moved === 'So: ' + text, worst }));
    }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
  });
  if (stderr !== '') throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Times);
}

describe('100,000 characters', () => {
  let times: Times[];
  let limitMs = LIMIT_MS;
  beforeAll(() => {
    // At the end, when all is compiled.
    times = timeEach(
      [...units, ORDINARY].map((unit) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH)),
    );
    limitMs = Math.max(LIMIT_MS, LIMIT_SHARE * (times.pop()?.worst ?? 0));
  });

  test.each(units.map((unit, i) => [unit, i] as const))(
    'of %j are done in linear time, there and back',
    (_, i) => {
      expect(times[i]?.isBack).toBe(true);
      expect(times[i]?.worst).toBeLessThan(limitMs);
    },
  );
});
