export { orchestratorSchema, orchestratorSettings } from './config';
export type { OrchestratorConfig, OrchestratorSettings } from './config';
export { decide } from './domain/decide';
export type { Decision, TaskTrigger } from './domain/decide';
export type { Rules } from './domain/rules';
export { startOrchestrator } from './start-orchestrator';
