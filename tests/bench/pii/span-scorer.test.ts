import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSets } from '../../../scripts/dev/bench/pii/read-set';
import { SpanScorer, type GoldRecord } from '../../../scripts/dev/bench/pii/span-scorer';
import type { SpanFigures } from '../../../scripts/dev/bench/pii/span-counts';

interface Span {
  start: number;
  end: number;
  type: string;
}

/** `Звонил [Иван Петров|PERSON] вчера` → text and spans */
function record(marked: string, scope?: string[]): GoldRecord {
  let text = '';
  const spans: Span[] = [];
  for (const [, plain = '', value = '', type = ''] of marked.matchAll(/([^[]+)|\[([^|]+)\|(\w+)\]/g)) {
    text += plain;
    if (value === '') continue;
    spans.push({ start: text.length, end: text.length + value.length, type });
    text += value;
  }
  return { text, spans, ...(scope && { scope }) };
}

function score(
  gold: GoldRecord,
  ...found: readonly [value: string, type: string][]
): Map<string, SpanFigures> {
  const scorer = new SpanScorer();
  const spans = found.map(([value, type]) => {
    const start = gold.text.indexOf(value);
    return { start, end: start + value.length, type };
  });
  scorer.add(gold, spans);
  return scorer.figures();
}

describe('the scorer of personal data', () => {
  test('counts a span only with both borders and its type', () => {
    const gold = record('Звонил [Иван Петров|PERSON] и [Ольга|PERSON], номер [12345|PHONE]');
    const figures = score(gold, ['Иван', 'PERSON'], ['Ольга', 'PERSON'], ['12345', 'INN']);
    expect(figures.get('PERSON')).toMatchObject({
      gold: 2,
      predicted: 2,
      precision: 0.5,
      recall: 0.5,
      f1: 0.5,
    });
    expect(figures.get('PHONE')).toMatchObject({ gold: 1, predicted: 0, precision: null, recall: 0, f1: 0 });
    expect(figures.get('INN')).toMatchObject({ gold: 0, predicted: 1, precision: 0, recall: null, f1: null });
  });

  test('characters of a span of any type do not leak; white space is not counted', () => {
    const figures = score(record('[Иван Пет|PERSON] [12345|PHONE]'), ['Иван', 'PERSON'], ['12345', 'INN']);
    expect(figures.get('PERSON')?.leak).toBeCloseTo(3 / 7);
    expect(figures.get('PHONE')?.leak).toBe(0);
    expect(figures.get('ALL')?.leak).toBeCloseTo(3 / 12);
  });

  test('counts tokens inside and outside of spans: hyphens join, numbers and signs stand alone', () => {
    const figures = score(record('[Анна-Мария Ли|PERSON] 5 лет'), ['Анна-Мария Ли 5', 'PERSON']);
    // Two of the three tokens were found.
    expect(figures.get('PERSON')?.tokenF1).toBeCloseTo(0.8);
  });

  test('accepts other names of the types', () => {
    expect(score(record('к [Оле|PER]'), ['Оле', 'person-name']).get('PERSON')).toMatchObject({ f1: 1 });
  });

  test('an address in an ignored span is not a false alarm, a person there is one', () => {
    const gold = record('Едем в [Омск|LOCATION]');
    expect(score(gold, ['Омск', 'ADDRESS']).get('ALL')).toMatchObject({ predicted: 0, falseAlarms: 0 });
    expect(score(gold, ['Омск', 'PERSON']).get('ALL')).toMatchObject({ predicted: 1, falseAlarms: 1 });
  });

  test('scores a record for the types of its scope only', () => {
    const figures = score(record('[Иван|PERSON] 12345', ['PERSON']), ['Иван', 'PERSON'], ['12345', 'PHONE']);
    expect([...figures.keys()].sort()).toEqual(['ALL', 'PERSON']);
    expect(figures.get('ALL')).toMatchObject({ predicted: 1, precision: 1 });
  });

  test('drops spans beyond the text, and counts a repeated one once', () => {
    const scorer = new SpanScorer();
    const twice = { start: 0, end: 4, type: 'PERSON' };
    scorer.add({ text: 'Иван', spans: [twice] }, [twice, twice, { start: 0, end: 5, type: 'PERSON' }]);
    expect(scorer.figures().get('PERSON')).toMatchObject({ gold: 1, predicted: 1, f1: 1 });
  });

  test('has no ratio where its denominator is 0', () => {
    expect(score(record('пусто')).get('ALL')).toMatchObject({
      gold: 0, precision: null, recall: null, f1: null, leak: null, cleanRecords: 1, falseAlarms: 0,
    }); // prettier-ignore
  });
});

const shared = join(__dirname, '../../../../shared');
const original = join(shared, 'tools', 'pii_score.py');
const sets = join(shared, 'data', 'pii');
const isThere = existsSync(original) && existsSync(sets) && readdirSync(sets).length > 0;

describe('compared with the scorer of the sets', () => {
  if (!isThere) {
    test.skip('neither it nor the sets are here', () => undefined);
    return;
  }
  const directory = mkdtempSync(join(tmpdir(), 'medley-score-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  test.each(readSets(sets).map((set) => [set.name, set] as const))(
    'has the same figures over %s with spans shifted, dropped and renamed',
    (name, { records }) => {
      const scorer = new SpanScorer();
      const lines = records.map(({ id, ...gold }, at) => {
        const spans = distort(gold, at);
        scorer.add(gold, spans);
        return JSON.stringify({ id, spans });
      });
      const predictions = join(directory, `${name}.jsonl`);
      writeFileSync(predictions, lines.join('\n'));
      const args = [original, join(sets, `${name}.jsonl`), predictions, '--tokens', '--json'];
      const theirs = JSON.parse(
        execFileSync('python3', args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString(),
      ) as Record<string, TheirFigures>;

      expect(
        Object.fromEntries([...scorer.figures()].map(([type, ours]) => [type, asTheirs(type, ours)])),
      ).toEqual(Object.fromEntries(Object.entries(theirs).map(([type, found]) => [type, pick(type, found)])));
    },
  );
});

interface TheirFigures {
  gold: number;
  pred: number;
  p: number | null;
  r: number | null;
  f1: number | null;
  leak: number | null;
  tok_f1?: number;
  clean?: number;
  clean_hit?: number;
}

function pick(
  type: string,
  { gold, pred, p, r, f1, leak, tok_f1, clean, clean_hit }: TheirFigures,
): unknown[] {
  return [
    gold,
    pred,
    round(p),
    round(r),
    round(f1),
    round(leak),
    round(tok_f1 ?? null),
    ...(type === 'ALL' ? [clean, clean_hit] : []),
  ];
}

function asTheirs(type: string, ours: SpanFigures): unknown[] {
  const { gold, predicted, precision, recall, f1, leak, tokenF1, cleanRecords, falseAlarms } = ours;
  const counts = type === 'ALL' ? [cleanRecords, falseAlarms] : [];
  return [gold, predicted, ...[precision, recall, f1, leak, tokenF1].map(round), ...counts];
}

function round(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1e9) / 1e9;
}

/** Some spans correct, some wrong in every possible way, and false alarms, also in ignored spans. */
function distort({ text, spans }: GoldRecord, at: number): Span[] {
  const wrong = spans.flatMap((span, i): Span[] => {
    const way = (at * 7 + i * 3) % 9;
    if (way === 0) return [];
    if (way === 1) return [{ ...span, end: span.end - 1 }];
    if (way === 2) return [{ ...span, start: Math.max(0, span.start - 3), end: span.end + 2 }];
    if (way === 3) return [{ ...span, type: 'PER' }];
    if (way === 4) return [{ ...span, type: 'ADDRESS' }];
    if (way === 5) return [span, { ...span, type: 'USERNAME' }];
    return [span];
  });
  const alarm = {
    start: at % Math.max(1, text.length),
    end: (at % Math.max(1, text.length)) + 12,
    type: 'INN',
  };
  return at % 4 === 0 ? [...wrong, alarm] : wrong;
}
