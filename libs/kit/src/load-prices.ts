import { readFile } from 'node:fs/promises';
import Joi from 'joi';
import { stepCatalogue, stepKinds, toUnits, type PriceList, type StepPrice } from '@medley/contracts';
import { ConfigError } from './load-config';
import { errorCodeOf } from './to-failure';

const credits = Joi.number().min(0).max(1_000_000);
const priceFile = Joi.object().pattern(
  Joi.valid(...stepKinds),
  Joi.object({ fixed: credits, per_minute: credits, per_1000_characters: credits }),
);

/**
 * The price list: the built-in one, overlaid by a JSON file such as `{"transcribe": {"fixed": 0.1, "per_minute": 0.5}}`
 * in credits (4 decimals). Returns units. @throws ConfigError naming every fault of the file
 */
export async function loadPrices(file: string | undefined): Promise<PriceList> {
  const overlay = file === undefined ? {} : await readPriceFile(file);
  const rows = stepKinds.map((kind) => [kind, { ...stepCatalogue[kind].price, ...overlay[kind] }] as const);
  return Object.fromEntries(rows) as Record<(typeof stepKinds)[number], StepPrice>;
}

async function readPriceFile(file: string): Promise<Record<string, Partial<StepPrice>>> {
  const parsed = await readJsonFile(file, 'PRICES_FILE');
  const { error, value } = priceFile.validate(parsed, { abortEarly: false });
  if (error) throw new ConfigError(error.details.map((detail) => `PRICES_FILE: ${detail.message}`));
  return Object.fromEntries(
    Object.entries(value as Record<string, Record<string, number>>).map(([kind, price]) => [
      kind,
      Object.fromEntries(Object.entries(price).map(([part, amount]) => [part, toUnits(amount)])),
    ]),
  );
}

/** A JSON file that a setting names. @throws ConfigError when it cannot be read or is not JSON */
export async function readJsonFile(file: string, setting: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch (error) {
    throw new ConfigError([
      `${setting}: ${file} ${errorCodeOf(error) ? 'cannot be read' : 'is no valid JSON'}`,
    ]);
  }
}
