import { depersonalize, detect } from '@medley/depersonalize';

const text = 'Иван Петров, паспорт 4510 123456, +7 905 123-45-67';

describe('the score of what is found', () => {
  test('is a share between nought and one for every entity', () => {
    const { entities } = depersonalize(text, { mode: 'blind' });
    expect(entities.map(({ type }) => type)).toEqual(['PERSON', 'PASSPORT', 'PHONE']);
    for (const { score } of entities) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  test('is higher for what a label announces than for what is only likely', () => {
    const scoreOf = (value: string): number => detect(value)[0]?.score ?? 0;
    expect(scoreOf('ИНН 500100732259')).toBeGreaterThan(scoreOf('счёт ИНН 500100732258'));
  });
});

describe('the least score', () => {
  test('leaves less certain values in the text, and no others', () => {
    const all = detect(text);
    const least = Math.max(...all.map(({ score }) => score));
    const kept = detect(text, { minScore: least });
    expect(kept).toEqual(all.filter(({ score }) => score >= least));
    expect(kept.length).toBeLessThan(all.length);
  });

  test('of one leaves what an own rule hides hidden', () => {
    const ownRules = { denyList: [{ text: 'Иван', type: 'CUSTOM_NAME' as const }], patternSpans: [] };
    const { entities } = depersonalize(text, { mode: 'blind', minScore: 1, ownRules });
    expect(entities).toEqual([
      { type: 'CUSTOM_NAME', start: 0, end: 4, replacement: '[CUSTOM_NAME]', score: 1 },
    ]);
  });

  test('of nought changes nothing', () => {
    expect(detect(text, { minScore: 0 })).toEqual(detect(text));
  });
});
