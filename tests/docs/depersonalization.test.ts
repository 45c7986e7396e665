import { entityTypes, depersonalizeModes } from '@medley/contracts';
import { columns } from '../../scripts/dev/bench/pii/show-table';
import { readDocument, readRows } from './read-tables';

const PAGE = 'docs/depersonalization.md';

describe('the page of depersonalization', () => {
  it('has a row for each type, in their order', () => {
    expect(readRows(PAGE, 'Types').map(({ Type = '' }) => Type)).toEqual(
      entityTypes.map((type) => `\`${type}\``),
    );
  });

  it('has a row for each mode', () => {
    expect(readRows(PAGE, 'Modes').map((row) => row['`mode`'])).toEqual(
      depersonalizeModes.map((mode) => `\`${mode}\``),
    );
  });

  it('has the table of the benchmark, with its columns and figures in each row', () => {
    const rows = readRows(PAGE, 'Accuracy');
    expect(Object.keys(rows[0] ?? {})).toEqual([...columns]);
    for (const row of rows) expect(row['Strict F1']).toMatch(/^(?:0\.\d{3}|1\.000|–)$/);
    expect(readDocument(PAGE)).toMatch(/<!-- bench:pii from `npm run bench:pii -- --write`/);
  });

  it('lists the missed targets', () => {
    expect(readDocument(PAGE)).toMatch(/\nMissed targets:\n|\nEvery target is reached\.\n/);
  });
});
