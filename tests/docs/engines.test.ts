import { engineEntry } from '@medley/transcriber';
import Joi from 'joi';
import { readDocument } from './read-tables';

const PATH = 'docs/engines.md';

/** The JSON blocks of a section, in order. */
function blocksOf(section: string): unknown[] {
  const [, text = ''] = readDocument(PATH).split(`\n## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, json = '']) => JSON.parse(json) as unknown);
}

describe(PATH, () => {
  const speech = blocksOf('Speech');

  test('shows speech engines of every kind', () => {
    const kinds = speech.flatMap((list) => (list as { kind: string }[]).map(({ kind }) => kind));
    const { error } = engineEntry.validate({ name: 'a', kind: 'none' });
    const known = /\[(.*)\]/.exec(error?.message ?? '')?.[1]?.split(', ') ?? [];
    expect([...new Set(kinds)].sort()).toEqual(known.sort());
  });

  test.each(speech.map((list) => [JSON.stringify(list), list]))('shows a valid list: %s', (_, list) => {
    expect(() => Joi.attempt(list, Joi.array().items(engineEntry).unique('name').min(1))).not.toThrow();
  });
});
