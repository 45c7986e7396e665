import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detect } from '@medley/depersonalize';

interface Span {
  start: number;
  end: number;
  type: string;
}

/** Texts of `marked/NAME.txt`, one behind the other with `%%` between; `⟦TYPE:value⟧` marks what is to be found. */
function readMarked(name: string): { text: string; spans: Span[] }[] {
  const file = readFileSync(join(__dirname, 'marked', `${name}.txt`), 'utf8');
  return file.split(/^%%$/m).map((record) => readRecord(record.trim()));
}

function readRecord(record: string): { text: string; spans: Span[] } {
  const spans: Span[] = [];
  let text = '';
  let at = 0;
  for (const { 0: mark, 1: type = '', 2: value = '', index } of record.matchAll(/⟦([A-Z_]+):(.*?)⟧/gs)) {
    text += record.slice(at, index);
    spans.push({ start: text.length, end: text.length + value.length, type });
    text += value;
    at = index + mark.length;
  }
  return { text: text + record.slice(at), spans };
}

const keyOf = ({ start, end, type }: Span): string => `${start} ${end} ${type}`;

/** Of all marked spans and characters: right ones of those found, found ones of those marked, characters left open. */
function score(name: string): { precision: number; recall: number; leak: number } {
  const count = { marked: 0, found: 0, right: 0, characters: 0, open: 0 };
  for (const { text, spans } of readMarked(name)) {
    const found = detect(text);
    const keys = new Set(found.map(keyOf));
    count.marked += spans.length;
    count.found += found.length;
    count.right += spans.filter((span) => keys.has(keyOf(span))).length;
    for (const { start, end } of spans) {
      for (let at = start; at < end; at += 1) {
        count.characters += 1;
        if (!found.some((one) => one.start <= at && at < one.end)) count.open += 1;
      }
    }
  }
  return {
    precision: count.right / count.found,
    recall: count.right / count.marked,
    leak: count.open / count.characters,
  };
}

describe('in everyday texts that were written without knowing what is found', () => {
  test.each(['russian', 'english', 'english-records', 'spoken-russian', 'spoken-english'])(
    '%s: hardly anything is missed or wrong',
    (name) => {
      const { precision, recall, leak } = score(name);
      expect(precision).toBeGreaterThan(0.985);
      expect(recall).toBeGreaterThan(0.98);
      expect(leak).toBeLessThan(0.01);
    },
  );

  test.each(['russian-nothing', 'english-nothing'])(
    '%s, with nothing personal in them: one in fifty, and no more, has a false alarm',
    (name) => {
      const texts = readMarked(name);
      const alarmed = texts.filter(({ text }) => detect(text).length > 0);
      expect(alarmed.length / texts.length).toBeLessThanOrEqual(0.02);
    },
  );
});
