'use strict';

const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that start whole systems, programs or a browser; the later in the list, the shorter. */
const LONG = [
  /\.nightly\.test\.ts$/,
  /\.slow\.test\.ts$/,
  /\/tests\/(?:system|console|scripts|hostile|e2e)\//,
];

/**
 * The order of suites: the longest of the last run first, as jest does it. In a fresh clone, which knows no last run, jest
 * goes by the size of files, and would leave a suite of minutes for the end, where the other workers have nothing to do.
 */
class LongestFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return sorted
      .map((test) => ({ test, rank: rankOf(test.path) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ test }) => test);
  }
}

function rankOf(path) {
  const rank = LONG.findIndex((pattern) => pattern.test(path));
  return rank === -1 ? LONG.length : rank;
}

module.exports = LongestFirst;
