import type { SignalListener } from '@medley/broker';
import {
  joinsUnits,
  signalTopics,
  type SignalBodies,
  type StepCancelSignal,
  type StepClaimedSignal,
} from '@medley/contracts';
import type { Admission } from './admission';
import type { Intake } from './intake';
import type { MasterKeyCheck } from './master-key-check';
import type { Offers } from './offers';
import type { StepRunner } from './step-runner';
import type { UnitDependencies } from './unit';
import type { Units } from './units';

/** The parts of a worker. */
export interface WorkerState {
  admission: Admission;
  intake: Intake;
  keyCheck: MasterKeyCheck;
  offers: Offers;
  runner: StepRunner;
  units: Units;
  unitDependencies: UnitDependencies;
}

/** Gives the signals for a worker to its parts; `announce` answers a census. */
export async function listenToSignals(
  { admission, intake, keyCheck, offers, units, unitDependencies }: WorkerState,
  announce: () => void,
): Promise<SignalListener> {
  const { broker, instance } = unitDependencies;
  const listener = await broker.listen((event) => {
    if (event.name === 'step.cancel') {
      admission.cancel(event.body as StepCancelSignal);
      units.cancel(event.body as StepCancelSignal);
    }
    if (event.name === 'step.claimed') admission.answer(event.body as StepClaimedSignal);
    if (event.name === 'kinds.paused') {
      const { kinds, ...keys } = event.body as SignalBodies['kinds.paused'];
      if (keyCheck.accepts(keys)) intake.hear(kinds);
      else if (intake.isPaused === false) intake.hear([intake.kind]);
    }
    if (event.name === 'step.offered') offers.hear(event.body as SignalBodies['step.offered']);
    if (event.name === 'worker.census') announce();
  });
  const { stepCancel, stepClaimed, stepOffered, kindsPaused, workerCensus } = signalTopics;
  const topics = [stepCancel, stepClaimed(instance), kindsPaused, workerCensus];
  const { kind } = intake;
  if (joinsUnits(kind)) topics.push(stepOffered(kind, instance));
  await Promise.all(topics.map((topic) => listener.bind(topic)));
  return listener;
}
