import { accessSync, constants, readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Job {
  container: string;
  strategy: { matrix: { node: string[] } };
  steps: { uses?: string; run?: string; with?: { path?: string } }[];
}

interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<string, Job>;
}

describe('the file for hosted continuous integration', () => {
  const { on, jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as Workflow;
  const [job] = Object.values(jobs);

  test('runs on every push to main, on every pull request and each night', () => {
    expect(Object.keys(on)).toEqual(['push', 'pull_request', 'schedule']);
  });

  test('covers the oldest Node that package.json allows and the versions after it', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    expect(job?.strategy.matrix.node).toEqual([engines.node.replace('>=', ''), '22', '24']);
    expect(job?.container).toBe('node:${{ matrix.node }}-bookworm');
  });

  test('checks the repository out with its history and runs .ci/run, which can be executed', () => {
    expect(Object.keys(jobs)).toHaveLength(1);
    expect(job?.steps.slice(0, 2)).toEqual([
      { uses: expect.stringMatching(/^actions\/checkout@/), with: { 'fetch-depth': 0 } },
      { run: ".ci/run ${{ github.event_name == 'schedule' && '--nightly' || '' }}" },
    ]);
    expect(() => accessSync('.ci/run', constants.X_OK)).not.toThrow();
  });

  test('keeps the bill of materials and the licences that .ci/run writes', () => {
    const [, , upload, ...more] = job?.steps ?? [];
    expect(more).toEqual([]);
    expect(upload?.uses).toMatch(/^actions\/upload-artifact@/);
    const paths = upload?.with?.path?.trim().split(/\s+/) ?? [];
    expect(paths).toHaveLength(2);
    const run = readFileSync('.ci/run', 'utf8');
    for (const path of paths) expect(run).toContain(`>${path}`);
  });
});
