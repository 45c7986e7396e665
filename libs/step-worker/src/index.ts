export type { WorkerFacts } from './announce-worker';
export { startStepWorker } from './start-step-worker';
export type { StepWorker, StepWorkerContext, StepWorkerPorts } from './start-step-worker';
export type { StepContext, StepHandler, StepInputs, StepResult } from './step-handler';
