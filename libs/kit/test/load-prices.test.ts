import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stepCatalogue } from '@medley/contracts';
import { ConfigError, loadPrices } from '@medley/kit';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-prices-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function priceFile(text: string): Promise<string> {
  const file = join(directory, `${Math.random()}.json`);
  await writeFile(file, text);
  return file;
}

test('without a file the built-in prices hold', async () => {
  expect((await loadPrices(undefined)).llm).toEqual(stepCatalogue.llm.price);
});

test('a file in credits overrides them, price by price', async () => {
  const prices = await loadPrices(await priceFile('{"transcribe":{"per_minute":0.1234}}'));
  expect(prices.transcribe).toEqual({ ...stepCatalogue.transcribe.price, per_minute: 1_234 });
  expect(prices.fetch).toEqual(stepCatalogue.fetch.price);
});

test.each([
  ['an unknown step', '{"teleport":{"fixed":1}}'],
  ['a negative price', '{"llm":{"fixed":-1}}'],
  ['no JSON', 'fixed: 1'],
])('%s is refused by the name of the setting', async (_, text) => {
  const error = await loadPrices(await priceFile(text)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).message).toContain('PRICES_FILE');
});

test('a missing file is refused', async () => {
  await expect(loadPrices(join(directory, 'none.json'))).rejects.toThrow('PRICES_FILE');
});
