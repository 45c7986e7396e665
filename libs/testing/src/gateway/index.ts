export { endTask } from './end-task';
export { MASTER_KEY, startTestGateway, type TestGateway } from './start-test-gateway';
export { summarize, type TestResponse, TestClient } from './test-client';
