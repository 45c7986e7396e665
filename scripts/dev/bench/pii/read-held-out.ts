import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@medley/kit';
import type { PiiSet, SetRecord } from './read-set';

const mark = /⟦([A-Z_]+):(.*?)⟧/gs;

/**
 * Our own held-out texts (libs/person-model/eval): `⟦TYPE:value⟧` marks what is to be found, `%%` parts records. No
 * rule and no training has seen them.
 */
export function readHeldOut(directory: string): PiiSet[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => {
      const name = `held-out-${file.replace(/\.txt$/, '')}`;
      const records = readFileSync(join(directory, file), 'utf8').split(/^%%$/m);
      const about = aboutFile(file);
      return {
        name,
        records: records.map((record, i) => ({ ...readMarked(record.trim(), `${file}#${i + 1}`), ...about })),
      };
    });
}

/** Some files are marked for people only, and some have nothing to find. */
function aboutFile(file: string): Pick<SetRecord, 'scope' | 'group'> {
  if (file.startsWith('look-alikes-')) return { scope: ['PERSON'], group: 'neg' };
  return file.startsWith('people-') ? { scope: ['PERSON'] } : {};
}

function readMarked(marked: string, id: string): SetRecord {
  const spans: { start: number; end: number; type: string }[] = [];
  let text = '';
  let at = 0;
  for (const { 0: whole, 1: type = '', 2: value = '', index } of marked.matchAll(mark)) {
    text += marked.slice(at, index);
    spans.push({ start: text.length, end: text.length + value.length, type });
    text += value;
    at = index + whole.length;
  }
  text += marked.slice(at);
  if (/[⟦⟧]/.test(text)) throw new OperatorError(`${id}: a mark is not closed or has no type`);
  return { id, text, spans };
}
