import { apiErrorCodes, stepErrors } from '@medley/contracts';
import { httpStatuses } from '@medley/gateway';
import { namesApart, plain, readRows } from './read-tables';

const PATH = 'docs/errors.md';

describe('docs/errors.md', () => {
  it('lists every code of the API with its HTTP status in the gateway', () => {
    const rows = readRows(PATH, 'Codes of the API');
    const faults = namesApart(
      PATH,
      rows.map((row) => plain(row['Code'])),
      apiErrorCodes,
    );
    for (const code of apiErrorCodes) {
      const row = rows.find((one) => plain(one['Code']) === code);
      if (!row) continue;
      if (row['HTTP'] !== String(httpStatuses[code]))
        faults.push(`${PATH}: the row ${code} says HTTP ${row['HTTP']}, the gateway ${httpStatuses[code]}`);
      if (!row['Meaning']) faults.push(`${PATH}: the row ${code} has no meaning`);
    }
    expect(faults).toEqual([]);
  });

  it('lists every code of a failed step as the catalogue has it', () => {
    const rows = readRows(PATH, 'Codes of a failed step');
    const codes = Object.keys(stepErrors);
    const faults = namesApart(
      PATH,
      rows.map((row) => plain(row['Code'])),
      codes,
    );
    for (const [code, { retryable, meaning }] of Object.entries(stepErrors)) {
      const row = rows.find((one) => plain(one['Code']) === code);
      if (!row) continue;
      const wanted = retryable ? 'yes' : 'no';
      if (row['Retried'] !== wanted)
        faults.push(`${PATH}: the row ${code} says retried: ${row['Retried']}, the catalogue ${wanted}`);
      if (row['Meaning'] !== meaning)
        faults.push(`${PATH}: the row ${code} says "${row['Meaning']}", the catalogue says "${meaning}"`);
    }
    expect(faults).toEqual([]);
  });
});
