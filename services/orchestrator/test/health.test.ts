import { startHarness, type OrchestratorHarness } from './orchestrator-harness';

let harness: OrchestratorHarness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

test('an orchestrator that has nothing to tell is healthy without a warning', async () => {
  const { health } = await harness.orchestrate();
  expect(await health.report()).toEqual({ ok: true, status: 'ok', reasons: {}, warnings: {} });
});
