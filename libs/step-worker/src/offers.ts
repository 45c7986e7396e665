import { checkOfMessage, joinsUnits, type SignalBodies, type StepRun } from '@medley/contracts';
import { runInBackground, type Logger } from '@medley/kit';
import type { StepRunner } from './step-runner';
import { Unit, type UnitDependencies } from './unit';

type Offer = SignalBodies['step.offered'];

interface OffersOptions {
  runner: StepRunner;
  dependencies: UnitDependencies;
  logger: Logger;
}

/** The orchestrator may send the same attempt, which must then be reported to it. */
const unlisted: UnitDependencies['units'] = { find: () => undefined, add: () => undefined };

/**
 * Runs steps that gateways offer before they store the tasks. Nobody relies on it: what is refused, or comes too late, runs again
 * when its task is stored, so offers are only for kinds that cost nothing upstream.
 */
export class Offers {
  constructor(private readonly options: OffersOptions) {}

  /** Runs the steps if a slot becomes free while the gateway waits, and replies. */
  hear(body: Offer): void {
    const { runner, logger } = this.options;
    const read = checkOfMessage('step.run').read(body.run);
    const { reply_to, wait_ms } = body;
    if (read.fault || typeof reply_to !== 'string' || typeof wait_ms !== 'number') return;
    const run = read.value as StepRun;
    if (run.kind !== runner.kind || !joinsUnits(run.kind)) return;
    runInBackground(this.#run({ run, reply_to, wait_ms }), logger, 'run an offered step');
  }

  async #run({ run, reply_to, wait_ms }: Offer): Promise<void> {
    const { runner, dependencies } = this.options;
    if (!(await this.#acquire(run, wait_ms))) return;
    const unit = new Unit(run, runner, { ...dependencies, units: unlisted, replyTo: reply_to });
    await unit.ended;
    await unit.report();
  }

  async #acquire(run: StepRun, waitMs: number): Promise<boolean> {
    const { runner, dependencies } = this.options;
    const isRefused = (): boolean => dependencies.stopping.aborted || runner.isPaused();
    if (isRefused()) return false;
    const offeredAt = performance.now();
    // A pause and a stop end the waiting.
    if (!(await Promise.resolve(runner.slots.acquire(run)).catch(() => false))) return false;
    if (!isRefused() && performance.now() - offeredAt < waitMs) return true;
    runner.slots.release();
    return false;
  }
}
