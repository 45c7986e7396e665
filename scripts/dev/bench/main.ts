import { benchCreation, benchCreationBatch } from './creation';
import { benchEmbeddedFlows, benchFlows } from './flows';
import { benchObservedFlows } from './flows-observed';
import { benchGrowth } from './growth';
import { benchHop } from './hop';
import { benchLatency } from './latency';
import { benchLongText } from './long-text';
import { benchMemory } from './memory';
import { benchPii } from './pii-requests';
import { benchStreams } from './streams';
import { benchTranscode } from './transcode';
import { benchUpload } from './upload';
import { say } from '../say';
import { runMain } from '../run-main';

const benches = {
  creation: benchCreation,
  'creation-batch': benchCreationBatch,
  flows: benchFlows,
  'flows-embedded': benchEmbeddedFlows,
  'flows-observed': benchObservedFlows,
  pii: benchPii,
  hop: benchHop,
  latency: benchLatency,
  transcode: benchTranscode,
  memory: benchMemory,
  growth: benchGrowth,
  streams: benchStreams,
  upload: benchUpload,
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
      for (const [key, value] of flatten(rows)) say(`${name.padEnd(14)} ${key.padEnd(44)} ${show(value)}`);
  }
  if (asJson) say(JSON.stringify(figures));
}

/** Nested figures with their path as their key. */
function flatten(figures: object, path = ''): [key: string, value: unknown][] {
  return Object.entries(figures).flatMap(([key, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null
      ? flatten(value as object, `${path}${key}.`)
      : [[`${path}${key}`, value]],
  );
}

function show(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(value < 10 ? 3 : 1) : String(value);
}

runMain(main);
