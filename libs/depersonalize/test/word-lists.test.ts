import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readWordLists, wordLists } from '../src/text/word-lists';

const directory = join(__dirname, '../words');

function filesBelow(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const file = join(path, entry.name);
    return entry.isDirectory() ? filesBelow(file) : file.endsWith('.txt') ? [file] : [];
  });
}

describe('files of words', () => {
  test.each(filesBelow(directory).map((file) => relative(directory, file).replace(/\.txt$/, '')))(
    '%s has lists without empty or repeated entries',
    (file) => {
      const lists = readWordLists(file);
      expect(lists.size).toBeGreaterThan(0);
      for (const [name, words] of lists) {
        expect({ name, count: words.length }).not.toEqual({ name, count: 0 });
        expect({ name, words: [...new Set(words)] }).toEqual({ name, words });
      }
    },
  );

  test('a list that a file has not, and a file that is not there, are errors that name them', () => {
    expect(() => wordLists('address/countries', ['towns'])).toThrow(
      'words/address/countries.txt has no list “towns”',
    );
    expect(() => readWordLists('address/none')).toThrow(/words\/address\/none\.txt/);
  });
});
