import { columnAt } from './columns';
import type { DescribedText } from './describe-text';
import { shape, script } from './word-reader';

/** Russian text is full of Latin names and addresses; English text has hardly a Cyrillic letter. */
const CYRILLIC_WEIGHT = 4;
/** Fewer words of another language do not make a line one of that language. */
const FEWEST_WORDS = 3;

/** Tokens of one language, from `from` until before `to`. */
export interface TokenRun {
  from: number;
  to: number;
  language: 'ru' | 'en';
}

interface Line {
  to: number;
  cyrillic: number;
  latin: number;
}

/** Cut a text into runs of whole lines in Russian or not, by the script most words have; most texts are one run. */
export function languageRuns(text: DescribedText): TokenRun[] {
  const lines = countLines(text);
  const cyrillic = lines.reduce((sum, line) => sum + line.cyrillic, 0);
  const latin = lines.reduce((sum, line) => sum + line.latin, 0);
  const main = cyrillic * CYRILLIC_WEIGHT >= latin ? 'ru' : 'en';
  const runs: TokenRun[] = [];
  let from = 0;
  for (const line of lines) {
    const language = languageOf(line, main);
    const run = runs.at(-1);
    if (run?.language === language) run.to = line.to;
    else runs.push({ from, to: line.to, language });
    from = line.to;
  }
  return runs;
}

function languageOf({ cyrillic, latin }: Line, main: 'ru' | 'en'): 'ru' | 'en' {
  if (main === 'ru') return cyrillic === 0 && latin >= FEWEST_WORDS ? 'en' : 'ru';
  return cyrillic > 0 && cyrillic * CYRILLIC_WEIGHT >= latin ? 'ru' : 'en';
}

function countLines({ columns }: DescribedText): Line[] {
  const lines: Line[] = [];
  let line: Line = { to: 0, cyrillic: 0, latin: 0 };
  for (let token = 0; token < columns.count; token += 1) {
    line.to = token + 1;
    const written = columns.get(columnAt.script, token);
    if (written === script.cyrillic) line.cyrillic += 1;
    else if (written === script.latin) line.latin += 1;
    if (columns.get(columnAt.shape, token) !== shape.lineEnd) continue;
    lines.push(line);
    line = { to: token + 1, cyrillic: 0, latin: 0 };
  }
  if (lines.at(-1)?.to !== columns.count) lines.push(line);
  return lines;
}
