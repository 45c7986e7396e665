import { depersonalize, restore } from '@medley/depersonalize';
import fc from 'fast-check';

/** One value each, so that there is only one form to come back. */
const values = [
  'Иван Петров', 'Анна Смирнова', 'Пётр Волков', 'Ольга Ким', 'John Smith', 'Олег Сидоров', 'Мария Орлова', 'Борис Зайцев',
  'Елена Фомина', 'Глеб Носов', 'Дарья Белова', 'Mary Johnson', 'a@b.io', 'ivan.petrov@mail.ru', '+7 905 123-45-67',
  '8 (912) 765-43-21', '112-233-445 95', '10.0.0.1', '192.168.1.17', '4111 1111 1111 1111', 'https://example.org/a?b=1',
]; // prettier-ignore
/** What the text itself holds that reads like a marker, and has to stay. */
const traps = [
  'person 1', 'Person 2', 'PERSON_1', '[person_3]', 'IP 1', 'phone_2', '[EMAIL 1]', 'url-1', '[ТЕЛЕФОН_1]', '【PERSON_2】', 'ſnils_1',
  '\u200b', '👩‍👩‍👧', '\ud800', '\u202e', 'е\u0308', '[', ']', '\\', '**', '_1', '{"a": 1}',
]; // prettier-ignore

interface Sentence {
  words: string;
  value: string;
  trap: string;
}
const sentences = fc.uniqueArray(
  fc.record({
    words: fc.constantFrom('Написали для', 'We met', 'Итог:', 'Ответственный —', 'Contact'),
    value: fc.constantFrom(...values),
    trap: fc.constantFrom(...traps),
  }),
  { selector: ({ value }) => value, minLength: 1, maxLength: values.length },
);
const write = (all: readonly Sentence[]): string =>
  all.map(({ words, value, trap }) => `${words} ${value}, ${trap} там.`).join('\n');

type Spelling = (name: string) => string;
const strip = (name: string): string => name.slice(1, -1);
const spellings: Spelling[] = [
  (marker) => marker,
  strip,
  (marker) => marker.toLowerCase(),
  (marker) => strip(marker).toLowerCase(),
  (marker) => marker.replace(/_(\d)/, ' $1'),
  (marker) => strip(marker).replace(/_(\d)/, ' $1'),
  (marker) => marker.replaceAll('_', '-'),
  (marker) => marker.replaceAll('_', '\\_'),
  (marker) => `\\[${strip(marker).replaceAll('_', '\\_')}\\]`,
  (marker) => `【${strip(marker)}】`,
  (marker) => marker.replaceAll('_', '\u00a0'),
  (marker) => marker.replaceAll('_', '_\u200b'),
  // A person would be declined.
  (marker) => (marker.startsWith('[PERSON') ? marker : marker.replace(']', 'у]')),
  (marker) => marker.replace(/_(\d)/, ' №$1'),
  (marker) => marker.slice(1),
];

/** How one model would answer: sentences in another order, every marker spelled its own way. */
const models = fc.record({
  order: fc.array(fc.nat(), { minLength: values.length, maxLength: values.length }),
  spelling: fc.array(fc.constantFrom(...spellings), { minLength: values.length, maxLength: values.length }),
});

const isOurs = (line: string, trap: string): RegExpExecArray | null =>
  /\[[A-Z_]+_\d+\](?=, )/.exec(line.slice(0, line.length - trap.length));

describe('restored from the words of a model', () => {
  test('every value is in its place and everything else as it was', () => {
    fc.assert(
      fc.property(sentences, models, (said, model) => {
        const { text, mapping = '', entities } = depersonalize(write(said), { mode: 'reversible' });
        fc.pre(entities.length === said.length);
        const rank = (index: number): number => model.order[index] ?? 0;
        const order = said.map((_, index) => index).sort((a, b) => rank(a) - rank(b));
        const lines = text.split('\n').map((line, index) => {
          const [marker = ''] = isOurs(line, said[index]?.trap ?? '') ?? [];
          return line.replace(marker, () => model.spelling[index]?.(marker) ?? marker);
        });
        const answer = order.map((index) => lines[index]).join('\n');
        const expected = order.map((index) => write(said.slice(index, index + 1))).join('\n');

        const { text: back, restored, missing } = restore(answer, mapping);
        expect(back).toBe(expected);
        expect([restored, missing]).toEqual([said.length, []]);
      }),
      { numRuns: 150 },
    );
  });
});
