import Joi from 'joi';
import { builtInTariffs, turnWeightMax, type Tariff } from '@medley/contracts';
import { ConfigError, readJsonFile } from '@medley/kit';

const atLeastOne = Joi.number().integer().min(1);
const tariffFile = Joi.object().pattern(
  // The name is sent in the RateLimit headers.
  Joi.string().pattern(/^[A-Za-z0-9_-]{1,50}$/),
  Joi.object({
    requests_per_minute: atLeastOne.allow(null).required(),
    max_unfinished_tasks: atLeastOne.allow(null).default(null),
    max_event_streams: atLeastOne.default(builtInTariffs['standard']?.max_event_streams),
    max_pipelines: atLeastOne.default(builtInTariffs['standard']?.max_pipelines),
    storage_bytes: atLeastOne.allow(null).default(builtInTariffs['standard']?.storage_bytes),
    turn_weight: atLeastOne.max(turnWeightMax).default(builtInTariffs['standard']?.turn_weight),
  }),
);

/** Tariffs by name: the built-in ones, extended and overridden by a JSON file. @throws ConfigError */
export async function loadTariffs(file: string | undefined): Promise<ReadonlyMap<string, Tariff>> {
  const overlay = file === undefined ? {} : await readJsonFile(file, 'TARIFFS_FILE');
  const { error, value } = tariffFile.validate(overlay, { abortEarly: false });
  if (error) throw new ConfigError(error.details.map((detail) => `TARIFFS_FILE: ${detail.message}`));
  return new Map(Object.entries({ ...builtInTariffs, ...(value as Record<string, Tariff>) }));
}
