export { type KillableMongo, startKillableMongo } from './killable-mongo';
export { startTestMongo, type TestMongo } from './test-mongo';
