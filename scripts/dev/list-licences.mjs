/**
 * `node scripts/dev/list-licences.mjs [package-lock.json]`: print the licences of all packages that ship, as Markdown: those
 * of the services and those that are bundled into the console. Fails when a package has a licence that is not allowed, or
 * none; docs/licences.md has the reasons.
 */
import { readFileSync } from 'node:fs';

const allowed = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'MPL-2.0',
]);
allowed.add('OFL-1.1').add('CC0-1.0').add('Unlicense').add('Python-2.0').add('Zlib');

/** Packages that may ship with another licence, or whose licence the lock file does not say. */
const exceptions = [
  [/^@0q\/embedded-mongodb/, 'SSPL-1.0', 'MongoDB as a program of its own; for npm start, in no image'],
  [
    /^@ffmpeg-installer\//,
    'GPL-3.0',
    'ffmpeg as a program of its own; for npm start on loopback, in no image',
  ],
  [/^(?:busboy|streamsearch)$/, 'MIT', 'the package says so in an old form'],
];
/** What builds the console, and does not end up in it. */
const tools = /^(?:vite|@vitejs\/|@types\/|@medley\/|rollup|typescript)/;

const lock = JSON.parse(readFileSync(process.argv[2] ?? 'package-lock.json', 'utf8')).packages;
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The place that Node finds a package at, from the place of the one that needs it. */
function locate(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (path in lock) return path;
    if (at === '') return null;
  }
}

function bundled() {
  const found = new Set();
  const visit = (from, names) => {
    for (const path of names.map((name) => locate(from, name))) {
      if (path === null || found.has(path) || lock[path].link) continue;
      found.add(path);
      visit(path, Object.keys({ ...lock[path].dependencies, ...lock[path].peerDependencies }));
    }
  };
  const direct = Object.keys(lock['services/console']?.devDependencies ?? {});
  visit(
    'services/console',
    direct.filter((name) => !tools.test(name)),
  );
  return found;
}

const ships = Object.keys(lock).filter(
  (path) => path.includes('node_modules/') && !lock[path].link && !lock[path].dev,
);
const packages = [...new Set([...ships, ...bundled()])].map((path) => {
  const exception = exceptions.find(([pattern]) => pattern.test(nameOf(path)));
  const licence = exception?.[1] ?? lock[path].license ?? 'none';
  return {
    id: `${nameOf(path)} ${lock[path].version}`,
    licence,
    isAllowed: exception !== undefined || allowed.has(licence),
  };
});
const licences = [...new Set(packages.map(({ licence }) => licence))].sort();

process.stdout.write('# Licences of the packages that ship\n');
for (const licence of licences) {
  const ids = [...new Set(packages.filter((one) => one.licence === licence).map(({ id }) => id))].sort();
  process.stdout.write(`\n## ${licence} (${ids.length})\n\n${ids.map((id) => `- ${id}`).join('\n')}\n`);
}
const refused = packages.filter(({ isAllowed }) => !isAllowed);
for (const { id, licence } of refused)
  process.stderr.write(`${id}: the licence ${licence} is not allowed (docs/licences.md)\n`);
process.exit(refused.length === 0 ? 0 : 1);
