import { readEnding } from './word-endings';
import { script, WordReader } from './word-reader';

/** The stems of words as the column `stem` has them: «соседка» stands for «соседке», too. */
export function stemsOf(words: string): ReadonlySet<number> {
  const reader = new WordReader();
  const ending = { hints: 0, stemLength: 0 };
  return new Set(
    words.split(' ').map((word) => {
      reader.read(word, 0, word.length);
      if (reader.script !== script.cyrillic) return reader.prefix(reader.length);
      readEnding(reader.units, reader.length, ending);
      return reader.prefix(ending.stemLength);
    }),
  );
}
