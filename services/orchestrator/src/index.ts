export { orchestratorSchema } from './config';
export { decide } from './domain/decide';
export type { TaskTrigger } from './domain/decide';
export type { Decision } from './domain/decision';
export type { Rules } from './domain/rules';
export { startOrchestrator } from './start-orchestrator';
