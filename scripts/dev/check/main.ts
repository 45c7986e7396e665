import { createGate } from './gate';
import { runSteps } from './run-steps';
import { runMain } from '../run-main';

/** `npm run check`: the gate without the tests. */
async function main(): Promise<void> {
  process.exitCode = (await runSteps(createGate())) === 0 ? 0 : 1;
}

runMain(main);
