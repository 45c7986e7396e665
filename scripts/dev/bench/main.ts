import { benchCreation } from './creation';
import { benchFlows } from './flows';
import { benchGrowth } from './growth';
import { benchHop } from './hop';
import { benchLongText } from './long-text';
import { benchMemory } from './memory';
import { benchStreams } from './streams';
import { benchTranscode } from './transcode';
import { say } from '../say';
import { runMain } from '../run-main';

const benches = {
  creation: benchCreation,
  flows: benchFlows,
  hop: benchHop,
  transcode: benchTranscode,
  memory: benchMemory,
  growth: benchGrowth,
  streams: benchStreams,
  'long-text': benchLongText,
} as const;
type BenchName = keyof typeof benches;

/** `npm run bench [-- --json] [-- name …]`: the figures of the README; what is compared is measured in one run. */
async function main(): Promise<void> {
  const asJson = process.argv.includes('--json');
  const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const unknown = asked.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    process.stderr.write(
      `no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}\n`,
    );
    process.exitCode = 2;
    return;
  }
  const names = (asked.length > 0 ? asked : Object.keys(benches)) as BenchName[];
  const figures: Partial<Record<BenchName, object>> = {};
  for (const name of names) {
    if (!asJson) process.stderr.write(`${name} …\n`);
    const rows = await benches[name]();
    figures[name] = rows;
    if (!asJson)
      for (const [key, value] of Object.entries(rows))
        say(`${name.padEnd(10)} ${key.padEnd(24)} ${show(value)}`);
  }
  if (asJson) say(JSON.stringify(figures));
}

function show(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(value < 10 ? 3 : 1) : String(value);
}

runMain(main);
