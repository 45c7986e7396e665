import {
  describeText,
  featureProgram,
  features,
  label,
  type DescribedText,
  type Lexicons,
} from '@medley/person-model';
import type { LabelledText, NameSpan } from './labelled-text';

/** Feature hashes of all tokens, concatenated. */
export interface TokenFeatures {
  hashes: Int32Array;
  /** End of each token's hashes. */
  ends: Int32Array;
  /** 1 for each hash that tells one word from another, as its letters or its classes do. */
  tellWords: Uint8Array;
}

const wordColumns = /^(?:word|stem|lexicon|cluster\d+|first4|last[345]|seen)$/;
/** The features that look at the word itself and not only at how it is written and what is around it. */
const tellWord = features.map((terms) => terms.some((term) => wordColumns.test(term)));

/** A text converted for training. */
export interface Example {
  of: LabelledText;
  labels: Uint8Array;
  features: TokenFeatures;
}

export function makeExample(of: LabelledText, lexicons: Lexicons): Example {
  const described = describeText(of.text, lexicons);
  return { of, labels: labelsOf(described, of.names), features: featuresOf(described) };
}

function featuresOf({ columns }: DescribedText): TokenFeatures {
  const program = featureProgram.bind(columns);
  const room = new Int32Array(featureProgram.size);
  const hashes: number[] = [];
  const tellWords: number[] = [];
  const ends = new Int32Array(columns.count);
  for (let token = 0; token < columns.count; token += 1) {
    const count = program.hashesOf(token, room);
    for (let i = 0; i < count; i += 1) hashes.push(room[i] ?? 0);
    for (const number of program.numbersOf(token)) tellWords.push(tellWord[number] ? 1 : 0);
    ends[token] = hashes.length;
  }
  return { hashes: Int32Array.from(hashes), ends, tellWords: Uint8Array.from(tellWords) };
}

/** Labels of the tokens; a token that a name covers in part is labelled too. */
function labelsOf({ tokens }: DescribedText, names: readonly NameSpan[]): Uint8Array {
  const labels = new Uint8Array(tokens.count);
  for (const { start, end } of names) {
    const first = tokens.ends.subarray(0, tokens.count).findIndex((tokenEnd) => tokenEnd > start);
    let last = first;
    while (last + 1 < tokens.count && (tokens.starts[last + 1] ?? 0) < end) last += 1;
    if (first < 0 || (tokens.starts[first] ?? 0) >= end || labels[first] !== label.outside) continue;
    if (first === last) labels[first] = label.unit;
    else {
      labels.fill(label.inside, first + 1, last);
      labels[first] = label.begin;
      labels[last] = label.last;
    }
  }
  return labels;
}
