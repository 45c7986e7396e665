'use strict';

const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const packages = ['libs', 'services'].flatMap((group) =>
  readdirSync(join(__dirname, group)).map((name) => join(__dirname, group, name)),
);

/** What `exports` of a package.json offers beside the package itself: `./speech` is `src/speech/index.ts`. */
function entriesOf(directory) {
  const { name, exports: entries } = require(join(__dirname, directory, 'package.json'));
  return Object.keys(entries)
    .filter((entry) => entry !== '.')
    .map((entry) => [`${name}${entry.slice(1)}$`, join(__dirname, directory, 'src', entry, 'index.ts')]);
}

/** Resolution for dependency-cruiser (webpack's format): a package of ours is its sources, built or not. */
module.exports = {
  resolve: {
    alias: Object.fromEntries([
      ...entriesOf('libs/testing'),
      ['@medley/client/browser$', join(__dirname, 'libs/client/src/browser.ts')],
      ...packages
        .filter((directory) => existsSync(join(directory, 'package.json')))
        .map((directory) => [
          `${require(join(directory, 'package.json')).name}$`,
          join(directory, 'src/index.ts'),
        ]),
    ]),
  },
};
