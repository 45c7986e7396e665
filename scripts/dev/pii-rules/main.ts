import { join } from 'node:path';
import { detect, findPeople, personRules, type PersonRule } from '@medley/depersonalize';
import { loadPersonModel, type PersonModel } from '@medley/person-model';
import { readHeldOut } from '../bench/pii/read-held-out';
import { readSets, type PiiSet } from '../bench/pii/read-set';
import { SpanScorer } from '../bench/pii/span-scorer';
import type { SpanFigures } from '../bench/pii/span-counts';
import { trainingSets } from '../bench/pii/training-sets';
import { runMain } from '../run-main';
import { say } from '../say';

const SETS = join('..', 'shared', 'data', 'pii');
const HELD_OUT = join('libs', 'person-model', 'eval');

/** A set with what is found in its texts besides people, which comes before names in the same place. */
interface PreparedSet extends PiiSet {
  others: readonly { start: number; end: number }[][];
}

/**
 * `npm run pii:rules`: what each rule over the person model adds and costs, on texts that the model was not trained on:
 * our held-out texts, and the labelled sets that training leaves out. A rule earns its place when without it the leak or
 * the F1 is worse; one whose line has zeros does nothing here.
 */
function main(): void {
  const trained = new Set(Object.values(trainingSets).flat());
  const labelled = readSets(SETS).filter(
    ({ name, records }) =>
      !trained.has(name) && records.some(({ spans }) => spans.some(({ type }) => type === 'PERSON')),
  );
  const sets = [...readHeldOut(HELD_OUT), ...labelled].map((set): PreparedSet => ({
    ...set,
    others: set.records.map(({ text }) => detect(text).filter(({ type }) => type !== 'PERSON')),
  }));
  const model = loadPersonModel();
  for (const set of sets) {
    const all = figuresOf(set, model);
    say(
      `${set.name}: ${all.gold} names; with all rules F1 ${show(all.f1)}, leak ${show(all.leak)}, found ${all.predicted}`,
    );
    say('  rule             found  F1       leak     (what the rule changes; a negative leak is better)');
    for (const rule of personRules) {
      const off = figuresOf(set, model, [rule]);
      const found = signed(all.predicted - off.predicted, 0);
      const change = [signed((all.f1 ?? 0) - (off.f1 ?? 0), 4), signed((all.leak ?? 0) - (off.leak ?? 0), 4)];
      say(`  ${rule.padEnd(16)} ${found.padEnd(6)} ${change.join('  ')}`);
    }
    const none = figuresOf(set, model, personRules);
    say(`  without any rule F1 ${show(none.f1)}, leak ${show(none.leak)}, found ${none.predicted}`);
  }
}

/** Figures where there is no name and none was found. */
const nothingFound: SpanFigures = {
  gold: 0,
  predicted: 0,
  precision: null,
  recall: null,
  f1: null,
  tokenF1: null,
  leak: null,
  cleanRecords: 0,
  falseAlarms: 0,
};

function figuresOf(
  { records, others }: PreparedSet,
  model: PersonModel,
  without: readonly PersonRule[] = [],
): SpanFigures {
  const options = { without: new Set(without) };
  const scorer = new SpanScorer();
  records.forEach(({ text, spans }, i) => {
    const taken = others[i] ?? [];
    const people = findPeople(text, model, options).filter(
      (person) => !taken.some(({ start, end }) => start < person.end && person.start < end),
    );
    const found = people.map(({ start, end }) => ({ start, end, type: 'PERSON' }));
    scorer.add({ text, spans, scope: ['PERSON'] }, found);
  });
  const figures = scorer.figures().get('PERSON');
  return figures ?? nothingFound;
}

function show(share: number | null): string {
  return (share ?? 0).toFixed(3);
}

function signed(value: number, digits: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(digits)}`;
}

runMain(() => {
  main();
  return Promise.resolve();
});
