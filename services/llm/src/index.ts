export { llmSchema, llmSettings } from './config';
export type { LlmConfig, LlmSettings } from './config';
export { startLlm } from './start-llm';
