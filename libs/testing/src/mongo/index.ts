export { startTestMongo, type TestMongo } from './test-mongo';
