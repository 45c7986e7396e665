import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detect } from '@medley/depersonalize';
import { found } from './find-spans';

const texts = ['russian', 'english', 'russian-nothing', 'english-nothing'].flatMap((name) =>
  readFileSync(join(__dirname, 'marked', `${name}.txt`), 'utf8')
    .replace(/⟦[A-Z_]+:|⟧/g, '')
    .split(/^%%$/m),
);

function hidden(sensitivity: 'balanced' | 'high'): number {
  return texts
    .flatMap((text) => detect(text, { sensitivity, entityTypes: ['PERSON'] }))
    .reduce((sum, { start, end }) => sum + end - start, 0);
}

describe('the sensitivity', () => {
  test('high hides more of the names of a text, and never fewer over many', () => {
    expect(hidden('high')).toBeGreaterThan(hidden('balanced'));
  });

  test('balanced is what is used when nothing is said', () => {
    for (const text of texts.slice(0, 40))
      expect(detect(text)).toEqual(detect(text, { sensitivity: 'balanced' }));
  });
});

describe('a title shows a name, with a full stop or without', () => {
  test.each([
    ['Mr. Ford waved and Mr Ford left.', ['Ford', 'Ford']],
    ['Then Mrs. Young rang; Ms. Day had gone.', ['Young', 'Day']],
    ['We met Dr. Moon in Oslo.', ['Moon']],
    ['MRS. BLACK PAID', ['BLACK']],
  ])('%s', (text, names) => {
    expect(found('PERSON', text)).toEqual(names);
  });

  test.each([
    'Thank you, Mr. President.',
    'A can of Dr. Pepper, please.',
    'Turn left on 8 Elm Dr. then right.',
  ])('nobody in: %s', (text) => {
    expect(found('PERSON', text)).toEqual([]);
  });
});
