/**
 * `node deploy/collect-service.mjs SERVICE TARGET`, in a built checkout: installs only the production packages of one
 * service, then copies them and the files the service runs with to TARGET, whose `main.js` starts it. It replaces
 * `node_modules` of the checkout: for the build of an image, see deploy/Dockerfile.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** What a service loads without depending on it: pages and packages it serves, the admin command. */
const further = {
  gateway: {
    workspaces: ['libs/client', 'libs/embedded-mongo', 'services/console'],
    files: ['scripts/dist/admin'],
  },
};
/** MongoDB itself, which only `npm start` runs. */
const unwanted = ['@0q'];
/** Sources, and what only builds and tests read. */
const left = new Set(['src', 'test', 'training', 'eval', 'public', 'index.html', 'vite.config.mjs']);

const [service = '', target = ''] = process.argv.slice(2);
if (!/^[a-z-]+$/.test(service) || target === '' || !existsSync(join('services', service, 'dist/main.js'))) {
  process.stderr.write(
    `usage: node deploy/collect-service.mjs SERVICE TARGET; no built service "${service}"\n`,
  );
  process.exit(64);
}
const { workspaces = [], files = [] } = further[service] ?? {};
const chosen = [join('services', service), ...workspaces].map((path) => `--workspace=${path}`);
execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', ...chosen], { stdio: 'inherit' });
for (const name of unwanted) rmSync(join('node_modules', name), { recursive: true, force: true });

mkdirSync(target, { recursive: true });
cpSync('node_modules', join(target, 'node_modules'), { recursive: true, verbatimSymlinks: true });
// Links lead to the workspaces, which are copied to the same places.
for (const name of readdirSync('node_modules/@medley')) {
  const workspace = relative('.', realpathSync(join('node_modules/@medley', name)));
  cpSync(workspace, join(target, workspace), { recursive: true, filter: (path) => isKept(workspace, path) });
}
for (const path of [...files, 'package.json', 'LICENSE'].filter((one) => existsSync(one)))
  cpSync(path, join(target, path), { recursive: true });
writeFileSync(join(target, 'main.js'), `require('./services/${service}/dist/main.js');\n`);

/** Build information, maps and declarations are of no use at run time, except the client's declarations. */
function isKept(workspace, path) {
  const [top = ''] = relative(workspace, path).split('/');
  if (left.has(top) || /^tsconfig.*json$|\.tsbuildinfo$/.test(basename(path))) return false;
  return workspace === 'libs/client' || !/dist\/.*\.(?:map|d\.ts)$/.test(path);
}
