import { irregularForms, type WordSense } from './word-net';

const singleWord = /^[a-z][a-z'-]+$/;

/** English words with the supersense they are meant in most often, counted from 1; inflected words as their lemma. */
export function supersensesOf(senses: readonly WordSense[], packages: string): Map<string, number> {
  const common = senses.filter(({ term }) => singleWord.test(term));
  const nouns = mostFrequent(common.filter(({ isNoun }) => isNoun));
  const verbs = mostFrequent(common.filter(({ isVerb }) => isVerb));
  const inflected = [
    ...irregularForms(packages, 'verb').map(([form, lemma]) => [form, verbs.get(lemma)] as const),
    ...irregularForms(packages, 'noun').map(([form, lemma]) => [form, nouns.get(lemma)] as const),
    ...[...nouns].map(([noun, supersense]) => [withS(noun), supersense] as const),
    ...[...verbs].flatMap(([verb, supersense]) => verbForms(verb).map((form) => [form, supersense] as const)),
  ];
  const supersenses = mostFrequent(common);
  for (const [form, supersense] of inflected) {
    if (supersense !== undefined && !supersenses.has(form)) supersenses.set(form, supersense);
  }
  return supersenses;
}

/** By how often each supersense was meant; the first sense of a word counts where none was. Nouns come first. */
function mostFrequent(senses: readonly WordSense[]): Map<string, number> {
  const counts = new Map<string, Map<number, number>>();
  for (const { term, supersense, count, rank } of senses) {
    const ofTerm = counts.get(term) ?? new Map<number, number>();
    counts.set(term, ofTerm.set(supersense, (ofTerm.get(supersense) ?? 0) + count + 1 / (2 * rank)));
  }
  return new Map(
    [...counts].map(([term, ofTerm]) => {
      const most = [...ofTerm].reduce((best, one) => (one[1] > best[1] ? one : best));
      return [term, most[0] + 1];
    }),
  );
}

function withS(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:[sxz]|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

function verbForms(verb: string): string[] {
  const stem = verb.replace(/e$/, '');
  const past = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${stem}ed`;
  return [withS(verb), past, `${stem}ing`];
}
