export type { WorkerStatus } from './presence';
export { findProgram, isExecutable } from './find-program';
export type { ProcessLimits } from './process-limits';
export { runProcess } from './run-process';
export type { ProcessEnd, ProcessRequest } from './run-process';
export { startStepWorker } from './start-step-worker';
export type { StepWorker, StepWorkerDependencies } from './start-step-worker';
export type { StepContext, StepHandler, StepInputs } from './step-handler';
export { StepWorkerGroup } from './step-worker-group';
