// The rules of the tree that no linter knows: what a package may stand on, what a file may be called, no cycles.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

const forbiddenNames = /^(utils?|helpers?|common|misc|lib|manager)$/;
const faults = [];

const packages = ['libs', 'services'].flatMap((group) =>
  readdirSync(group).map((name) => {
    const directory = join(group, name);
    const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    const declared = { ...manifest.dependencies, ...manifest.optionalDependencies };
    return { group, name: manifest.name, directory, declared: new Set(Object.keys(declared)) };
  }),
);
const byName = new Map(packages.map((one) => [one.name, one]));

function sourcesOf(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return sourcesOf(path);
    return /\.ts$/.test(entry.name) && !/\.d\.ts$/.test(entry.name) ? [path] : [];
  });
}

/** What a source imports: value imports, and whether each is types only. */
function importsOf(path) {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm)].map(
    (match) => ({
      isType: match[1] !== undefined,
      from: match[2],
    }),
  );
}

function packageOf(specifier) {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}

/** Every cycle once, as the names along it. */
function findCycles(graph) {
  const state = new Map();
  const cycles = [];
  const visit = (node, path) => {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      cycles.push([...path.slice(path.indexOf(node)), node]);
      return;
    }
    state.set(node, 'open');
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    state.set(node, 'done');
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}

function resolveLocal(from, specifier) {
  const base = resolve(dirname(from), specifier);
  return [`${base}.ts`, join(base, 'index.ts')]
    .map((path) => relative('.', path))
    .find((path) => statSync(path, { throwIfNoEntry: false }));
}

const files = new Map();
for (const one of packages) {
  for (const path of sourcesOf(join(one.directory, 'src'))) {
    const name = basename(path, '.ts');
    if (forbiddenNames.test(name)) faults.push(`${path}: name it after the one thing it exports`);
    if (!/^[a-z0-9]+([.-][a-z0-9]+)*$/.test(name)) faults.push(`${path}: file names are kebab-case`);
    const imports = importsOf(path);
    for (const { from } of imports) {
      if (from.startsWith('.') || from.startsWith('node:')) continue;
      const wanted = packageOf(from);
      if (wanted !== one.name && !one.declared.has(wanted))
        faults.push(`${path}: ${wanted} is not in ${one.directory}/package.json`);
      if (byName.get(wanted)?.group === 'services')
        faults.push(`${path}: a service is not a library, ${wanted} cannot be imported`);
    }
    const local = imports.filter(({ from, isType }) => from.startsWith('.') && !isType);
    files.set(path, local.map(({ from }) => resolveLocal(path, from)).filter(Boolean));
  }
}
const packageGraph = new Map(
  packages.map((one) => [one.name, [...one.declared].filter((name) => byName.has(name))]),
);
for (const cycle of [...findCycles(packageGraph), ...findCycles(files)])
  faults.push(`import cycle: ${cycle.join(' → ')}`);

for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${packages.length} packages, ${files.size} files, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
