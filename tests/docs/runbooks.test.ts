import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { plain, readDocument, readRows, ROOT } from './read-tables';
import { settingsOfServices } from './service-schemas';

const DIRECTORY = 'docs/runbooks';
const HEADINGS = ['Symptom', 'Check', 'Act', 'Afterwards'];
const files = readdirSync(join(ROOT, DIRECTORY)).filter((name) => name !== 'README.md');

describe('docs/runbooks', () => {
  it('are all listed on their first page', () => {
    const rows = readRows(`${DIRECTORY}/README.md`, 'Runbooks');
    const listed = rows.map((row) => /\((.+)\)/.exec(row['Page'] ?? '')?.[1]);
    expect(listed.sort()).toEqual(files.sort());
  });

  it.each(files)('%s says how it shows, how to check it, what to do and what to do afterwards', (name) => {
    const headings = [...readDocument(`${DIRECTORY}/${name}`).matchAll(/^## (.+)$/gm)].map(
      ([, text]) => text,
    );
    expect(headings).toEqual(HEADINGS);
  });

  it.each(files)('%s names only settings and error codes that exist', (name) => {
    const settings = [...settingsOfServices().values()].flatMap((one) => [...one.keys()]);
    const codes = ['Codes of the API', 'Codes of a failed step'].flatMap((title) =>
      readRows('docs/errors.md', title).map((row) => plain(row['Code'])),
    );
    const known = new Set([...settings, ...codes]);
    const text = readDocument(`${DIRECTORY}/${name}`);
    const named = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, word]) => word ?? '');
    expect(named.filter((word) => !known.has(word))).toEqual([]);
  });
});
