export type { StepContext, StepHandler, StepInputs, StepResult } from './step-handler';
