export { llmSchema } from './config';
export { startLlm } from './start-llm';
