import { columnAt } from '../features/columns';
import type { DescribedText } from '../features/describe-text';
import { shape, script } from '../text/word-reader';

/** Russian text is full of Latin names and addresses; English text has hardly a Cyrillic letter. */
const CYRILLIC_WEIGHT = 4;
/** What `opens` says of the first word of a sentence. */
const OPENS = 2;
/** Fewer words of another language do not make a sentence one of that language. */
const FEWEST_WORDS = 3;

/** Tokens of one language, from `from` until before `to`. */
export interface TokenRun {
  from: number;
  to: number;
  language: 'ru' | 'en';
}

/** A sentence, or what a line holds of one. */
interface Sentence {
  to: number;
  cyrillic: number;
  latin: number;
  endsLine: boolean;
}

/**
 * Cut a text into runs of whole sentences in Russian or not, by the script most words have; most texts are one run.
 * A sentence of too few words to tell goes on in the language of its line.
 */
export function languageRuns(text: DescribedText): TokenRun[] {
  const sentences = readSentences(text);
  const cyrillic = sentences.reduce((sum, sentence) => sum + sentence.cyrillic, 0);
  const latin = sentences.reduce((sum, sentence) => sum + sentence.latin, 0);
  const main = cyrillic * CYRILLIC_WEIGHT >= latin ? 'ru' : 'en';
  const runs: TokenRun[] = [];
  let from = 0;
  let ofLine: 'ru' | 'en' = main;
  for (const sentence of sentences) {
    const language = languageOf(sentence, main) ?? ofLine;
    const run = runs.at(-1);
    if (run?.language === language) run.to = sentence.to;
    else runs.push({ from, to: sentence.to, language });
    from = sentence.to;
    ofLine = sentence.endsLine ? main : language;
  }
  return runs;
}

function languageOf({ cyrillic, latin }: Sentence, main: 'ru' | 'en'): 'ru' | 'en' | undefined {
  if (cyrillic > 0) return main === 'ru' || cyrillic * CYRILLIC_WEIGHT >= latin ? 'ru' : 'en';
  return latin >= FEWEST_WORDS ? 'en' : undefined;
}

function readSentences({ columns }: DescribedText): Sentence[] {
  const sentences: Sentence[] = [];
  let sentence: Sentence = { to: 0, cyrillic: 0, latin: 0, endsLine: false };
  const end = (endsLine: boolean): void => {
    if (sentence.to > (sentences.at(-1)?.to ?? 0)) sentences.push({ ...sentence, endsLine });
    sentence = { ...sentence, cyrillic: 0, latin: 0 };
  };
  for (let token = 0; token < columns.count; token += 1) {
    if (columns.get(columnAt.opens, token) === OPENS) end(false);
    sentence.to = token + 1;
    const written = columns.get(columnAt.script, token);
    if (written === script.cyrillic) sentence.cyrillic += 1;
    else if (written === script.latin) sentence.latin += 1;
    if (columns.get(columnAt.shape, token) === shape.lineEnd) end(true);
  }
  end(true);
  return sentences;
}
