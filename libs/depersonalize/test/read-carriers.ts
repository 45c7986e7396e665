import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawValue, type Below } from './draw-value';

export interface LabelledText {
  text: string;
  spans: { start: number; end: number; type: string }[];
}

const slotPattern = /<<(?:=([A-Z_]+)\|(.*?)|([A-Z_]+)(?::(\w+))?)>>/gs;

/** The lines of a file of carriers; `\n` in them stands for a line break. */
export function readCarriers(name: string): string[] {
  return readFileSync(join(__dirname, 'carriers', `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll('\\n', '\n'));
}

/** A carrier with values in its slots: `<<=TYPE|as it stands>>`, `<<TYPE>>` and `<<TYPE:form>>` are filled by a draw. */
export function fillCarrier(carrier: string, below: Below): LabelledText {
  const spans: LabelledText['spans'] = [];
  let text = '';
  let at = 0;
  for (const match of carrier.matchAll(slotPattern)) {
    const [slot, literalType, literal, drawnType = '', form = ''] = match;
    text += carrier.slice(at, match.index);
    at = match.index + slot.length;
    const value = literalType === undefined ? drawValue(drawnType, form, below) : (literal ?? '');
    spans.push({ start: text.length, end: text.length + value.length, type: literalType ?? drawnType });
    text += value;
  }
  return { text: text + carrier.slice(at), spans };
}
