import {
  addUnit,
  columnAt,
  describeText,
  emptyHash,
  loadLexicons,
  WordTable,
  type WordHash,
} from '@medley/person-model';
import { buildWordTable } from '../../scripts/dev/pii-words/build-word-table';
import { wordClass } from '../../scripts/dev/pii-words/word-classes';

function hashOf(word: string): WordHash {
  const hash = { ...emptyHash };
  for (let i = 0; i < word.length; i += 1) addUnit(hash, word.charCodeAt(i));
  return hash;
}

/** Distinct made-up words. */
function madeUp(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${(i * 7_919).toString(36)}`);
}

describe('a table of words', () => {
  const words = new Map(madeUp('слово', 5_000).map((word, i) => [word, 1 + (i % 1_000)]));

  test.each([
    [10, 4],
    [10, 8],
    [24, 8],
  ])(
    'returns the value of every word, with %d bits and a fingerprint of %d',
    (valueBits, fingerprintBits) => {
      const table = new WordTable(buildWordTable(words, { valueBits, fingerprintBits }), 'made up');
      expect([...words].filter(([word, value]) => table.get(hashOf(word)) !== value)).toEqual([]);
    },
  );

  test('has the false-positive rate of its fingerprint for unknown words', () => {
    const table = new WordTable(buildWordTable(words, { valueBits: 10, fingerprintBits: 8 }), 'made up');
    const mistaken = madeUp('неведомо', 20_000).filter((word) => table.get(hashOf(word)) !== 0);
    expect(mistaken.length).toBeLessThan((20_000 / 256) * 1.5);
  });

  test('returns the entries of its palette, if it has one', () => {
    const palette = [0, 70_000, 5];
    const bytes = buildWordTable(new Map([['анна', 1], ['бор', 2]]), { valueBits: 2, fingerprintBits: 8, palette }); // prettier-ignore
    const table = new WordTable(bytes, 'made up');
    expect([table.get(hashOf('анна')), table.get(hashOf('бор'))]).toEqual([70_000, 5]);
  });

  test.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['not a table', () => Buffer.from('words, words, words, words, words')],
    ['empty', () => Buffer.alloc(0)],
  ])('names the file that is %s', (_, spoil) => {
    const bytes = buildWordTable(words, { valueBits: 10, fingerprintBits: 8 });
    expect(() => new WordTable(spoil(bytes), 'model/some.bin')).toThrow('model/some.bin');
  });
});

describe('the lexicon of the repository', () => {
  const lexicons = loadLexicons();
  const { classes, clusters, supersenses } = lexicons;

  test.each([
    ['иванову', wordClass.surname],
    ['ирине', wordClass.firstName],
    ['саратове', wordClass.place],
    ['столом', wordClass.thing],
    ['учителя', wordClass.animate],
    ['красивого', wordClass.adjective],
    ['пришли', wordClass.verb],
    ['smith', wordClass.surname],
    ['emily', wordClass.firstName],
    ['berlin', wordClass.place],
  ])('knows «%s» with class %d', (word, bits) => {
    expect(classes.get(hashOf(word)) & bits).toBe(bits);
  });

  test('has words of similar meaning in one cluster', () => {
    const coarse = (word: string): number => clusters.get(hashOf(word)) >>> 18;
    expect(coarse('monday')).toBeGreaterThan(0);
    expect(coarse('monday')).toBe(coarse('tuesday'));
    expect(coarse('monday')).not.toBe(coarse('copper'));
  });

  test.each([
    ['larch', 20],
    ['larches', 20],
    ['asthma', 26],
    ['murmured', 32],
    ['swam', 38],
  ])('knows what “%s” means most often: number %d of WordNet', (word, supersense) => {
    expect(supersenses.get(hashOf(word)) - 1).toBe(supersense);
  });

  test.each([
    ['a lodgepole Norway spruce by the gate', 'Norway spruce'],
    ['driving to El Paso tonight', 'El Paso'],
    ['a pair of socks from Marks & Spencer in grey', 'Marks & Spencer'],
  ])('knows names of things in “%s”: “%s”', (text, name) => {
    const { tokens, columns } = describeText(text, lexicons);
    const start = text.indexOf(name);
    const isWithin = (token: number): boolean =>
      (tokens.starts[token] ?? 0) >= start && (tokens.starts[token] ?? 0) < start + name.length;
    for (let token = 0; token < tokens.count; token += 1)
      expect(columns.get(columnAt.gazetteer, token) > 0).toBe(isWithin(token));
  });
});
