import { startGate } from './gate';
import { runMain } from '../run-main';

/** `npm run check`: the gate without the tests. */
async function main(): Promise<void> {
  process.exitCode = (await startGate().failed) === 0 ? 0 : 1;
}

runMain(main);
