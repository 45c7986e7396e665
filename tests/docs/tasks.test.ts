import {
  durableEventTypes,
  resolveGraph,
  stepKinds,
  stepOptionsSchemas,
  type RequestedStep,
} from '@medley/contracts';
import { namesApart, plain, readDocument, readRows } from './read-tables';

const PATH = 'docs/tasks.md';

describe('docs/tasks.md', () => {
  it('lists every step kind with exactly the options it takes', () => {
    const rows = new Map(
      readRows(PATH, 'Steps').map((row) => [plain(row['Step']), row['Options (default)'] ?? '']),
    );
    const faults = namesApart(PATH, [...rows.keys()], stepKinds);
    for (const kind of stepKinds) {
      const text = (rows.get(kind) ?? '').replace(/\([^)]*\)/g, '');
      const documented = [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '');
      const real = Object.keys((stepOptionsSchemas[kind].describe()['keys'] ?? {}) as object);
      faults.push(...namesApart(`${PATH}, options of ${kind}`, documented, real));
    }
    expect(faults).toEqual([]);
  });

  it('lists every event of the stream', () => {
    const documented = readRows(PATH, 'Events').flatMap((row) => plain(row['`event`']).split(', '));
    expect(
      namesApart(PATH, documented, ['task.snapshot', 'step.progress', 'step.delta', ...durableEventTypes]),
    ).toEqual([]);
  });

  it('shows a graph that would be accepted', () => {
    const [, json = ''] = /## Graphs\n\n```json\n([\s\S]*?)```/.exec(readDocument(PATH)) ?? [];
    const { steps } = JSON.parse(json) as { steps: RequestedStep[] };
    expect(resolveGraph(steps, ['url']).issues).toEqual([]);
  });
});
