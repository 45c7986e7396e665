import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

const BLOCK = /(<!-- bench:pii[^>]*-->\n)[\s\S]*?(<!-- \/bench:pii -->)/;

/** Replace the text between the markers `<!-- bench:pii … -->` and `<!-- /bench:pii -->` of a page. */
export async function writeIntoPage(path: string, report: string): Promise<void> {
  const page = await readFile(path, 'utf8');
  if (!BLOCK.test(page)) throw new Error(`${path} has no block of bench:pii`);
  // Prettier leaves the line breaks of the rest of the page as they are.
  const wrapped = await format(report, { parser: 'markdown', proseWrap: 'always', printWidth: 120 });
  const filled = page.replace(
    BLOCK,
    (_, opening: string, closing: string) => `${opening}\n${wrapped}\n${closing}`,
  );
  await writeFile(path, await format(filled, { ...(await resolveConfig(path)), parser: 'markdown' }));
}
