import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');
const TESTS = '../depersonalize/test';
/** Shorter passages are greetings and headings, which anybody writes. */
const FEWEST_WORDS = 7;

/** The passages of a file, without marks, letter case, ё and signs: what two people do not write by chance. */
function passagesOf(file: string): Set<string> {
  const text = readFileSync(join(root, file), 'utf8')
    .replace(/⟦[A-Z_]+:/g, '')
    .replace(/[⟦⟧]/g, '');
  const passages = text.split(/\n|(?<=[.!?…])\s+/).map((passage) => {
    const words = passage
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[\p{L}\p{N}]+/gu);
    return words === null || words.length < FEWEST_WORDS ? '' : words.join(' ');
  });
  return new Set(passages.filter(Boolean));
}

function filesIn(directory: string): string[] {
  return readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:txt|ts)$/.test(file))
    .map((file) => join(directory, file));
}

const known = new Map(
  filesIn('training').flatMap((file) => [...passagesOf(file)].map((passage) => [passage, file] as const)),
);

/** What is in the training texts as well, with the file that has it. */
function overlapOf(files: readonly string[]): string[] {
  return files.flatMap((file) =>
    [...passagesOf(file)].flatMap((passage) => {
      const other = known.get(passage);
      return other === undefined ? [] : [`${file} and ${other}: ${passage}`];
    }),
  );
}

describe('texts that judge the model', () => {
  test('no passage of a test is a training text', () => {
    expect(overlapOf(filesIn(TESTS))).toEqual([]);
  });

  test('no passage of the held-out texts, whose figures are published, is a training text', () => {
    expect(overlapOf(filesIn('eval'))).toEqual([]);
  });

  test('no passage of the held-out texts is in a test', () => {
    const held = new Set(filesIn('eval').flatMap((file) => [...passagesOf(file)]));
    const tested = filesIn(TESTS).flatMap((file) => [...passagesOf(file)]);
    expect(tested.filter((passage) => held.has(passage))).toEqual([]);
  });

  test('training texts are seen, so that an overlap can be', () => {
    expect(known.size).toBeGreaterThan(1_000);
    const file = filesIn('training')[0] ?? '';
    expect(overlapOf([file]).length).toBeGreaterThan(0);
  });
});
