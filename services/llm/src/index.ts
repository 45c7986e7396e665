export { llmSchema } from './config';
export { startLlm } from './start-llm';
export { findLlmFaults } from './find-llm-faults';
