export { orchestratorSchema } from './config';
export { decide } from './domain/decide';
export type { TaskTrigger } from './domain/decide';
export type { Decision } from './domain/decision';
export type { Rules } from './domain/rules';
export { startOrchestrator } from './start-orchestrator';
export { takeTurns } from './domain/take-turns';
export type { Rotation } from './domain/take-turns';
export { findOrchestratorFaults } from './find-orchestrator-faults';
