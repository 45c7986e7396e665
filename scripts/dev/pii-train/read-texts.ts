import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asGold, readMarks, type LabelledText } from './labelled-text';
import { trainingSets } from '../bench/pii/training-sets';
import type { Language } from './settings';

export interface TextPlaces {
  /** Directory of external labelled sets (JSON Lines); null for none. */
  sets: string | null;
  /** Directory of our own texts: `ru-*.txt`, `en-*.txt`. */
  own: string;
}

interface SetSpan {
  start: number;
  end: number;
  type: string;
  ent?: string;
}

interface SetRecord {
  id: string;
  text: string;
  spans: SetSpan[];
  doc?: string;
  template?: number;
  group?: string;
}

/** All labelled texts of a language, in a stable order. */
export function readTexts(language: Language, places: TextPlaces): LabelledText[] {
  const { sets: directory, own } = places;
  const ofOthers = directory === null ? [] : trainingSets[language].flatMap((set) => readSet(set, directory));
  return [...ofOthers, ...readOwn(language, own)];
}

/** Templates for texts of a language, records with slots like `{F}` for names and others; none when there is no file. */
export function readTemplates(language: Language, directory: string): string[] {
  const templates = join(directory, 'templates');
  if (!existsSync(templates)) return [];
  return filesOf(language, templates).flatMap((file) => readRecords(join(templates, file)));
}

function readSet(set: string, directory: string): LabelledText[] {
  const lines = readFileSync(join(directory, `${set}.jsonl`), 'utf8').split('\n');
  return lines.filter(Boolean).map((line) => {
    const record = JSON.parse(line) as SetRecord;
    const names = joinParts(
      record.spans.filter(({ type }) => type === 'PERSON'),
      record.text,
    );
    return {
      set: partOf(set, record.id),
      id: record.id,
      key: keyOf(set, record),
      text: record.text,
      names,
      gold: record.spans,
      weight: 1,
      isCopy: false,
    };
  });
}

/** Verse, whose capitals begin lines that its sentences do not show any more, counts as a set of its own. */
function partOf(set: string, id: string): string {
  return set === 'ru-ud-names-dev' && /^ud-xi?x__/.test(id) ? `${set}:verse` : set;
}

/** Merge adjacent first and last names, which some sets label as two spans, into one span. */
function joinParts(names: readonly SetSpan[], text: string): SetSpan[] {
  const joined: SetSpan[] = [];
  for (const name of names) {
    const before = joined.at(-1);
    const isPart = before?.ent !== undefined && before.ent === name.ent;
    if (isPart && text.slice(before.end, name.start) === ' ')
      joined[joined.length - 1] = { ...before, end: name.end };
    else joined.push(name);
  }
  return joined;
}

/** The group of a text (see `LabelledText`). Ids of generated texts and of treebanks end in the number of a text in it. */
function keyOf(set: string, { id, doc, template, group }: SetRecord): string {
  if (template !== undefined) return `${set}${template}`;
  if (doc !== undefined) return doc;
  return group === undefined && !id.includes('--') ? id : id.replace(/-\d+$/, '');
}

function readOwn(language: Language, directory: string): LabelledText[] {
  if (!existsSync(directory)) return [];
  return filesOf(language, directory).flatMap((file) =>
    readRecords(join(directory, file)).map((record, i): LabelledText => {
      const id = `${file}#${i + 1}`;
      const { text, names } = readMarks(record, id);
      return {
        set: `own-${language}`,
        id,
        key: id,
        text,
        names,
        gold: asGold(names),
        weight: 1,
        isCopy: false,
      };
    }),
  );
}

function filesOf(language: Language, directory: string): string[] {
  return readdirSync(directory)
    .filter((file) => file.startsWith(`${language}-`) && file.endsWith('.txt'))
    .sort();
}

function readRecords(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split(/^%%$/m)
    .map((record) => record.trim())
    .filter(Boolean);
}
