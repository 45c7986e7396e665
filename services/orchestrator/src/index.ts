export { orchestratorSchema } from './config';
export { startOrchestrator } from './start-orchestrator';
export { takeTurns } from './domain/take-turns';
export type { Rotation } from './domain/take-turns';
export { findOrchestratorFaults } from './find-orchestrator-faults';
