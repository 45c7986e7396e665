import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ConfigError, readJsonFile } from '@medley/kit';
import Joi from 'joi';
import { upstreamSetting } from './upstream-settings';

interface ListEntry {
  name: string;
  api_key?: string;
}

/** Joi keys of every list entry: a name, and an API key given directly or in a file. */
export const upstreamEntry = {
  name: Joi.string()
    .pattern(/^[a-zA-Z0-9][\w.-]*$/)
    .max(100)
    .required(),
  api_key: upstreamSetting.apiKey(),
  /** Path relative to the directory of the list, for Docker and Kubernetes secrets. */
  api_key_file: Joi.string().when('api_key', {
    is: Joi.exist(),
    then: Joi.forbidden().messages({ 'any.unknown': '{{#label}} and api_key exclude each other' }),
  }),
};

/**
 * Loads the entries of the JSON file that a setting names; the first one is the default. Key files are read: `api_key_file`
 * becomes `api_key`.
 * @throws ConfigError that lists every error by its path, without keys
 */
export async function loadUpstreamList<T extends ListEntry>(
  list: { file: string; setting: string },
  entry: Joi.Schema<T>,
): Promise<T[]> {
  const parsed = await readJsonFile(list.file, list.setting);
  const schema = Joi.array().items(entry).min(1).unique('name').label('the list').required();
  const { error, value } = schema.validate(parsed, { abortEarly: false, errors: { wrap: { label: false } } });
  if (error) throw new ConfigError(error.details.map(({ message }) => `${list.setting}: ${message}`));
  const entries = value as (T & { api_key_file?: string })[];
  return Promise.all(entries.map((one) => withKey(one, list)));
}

async function withKey<T extends ListEntry>(
  { api_key_file: file, ...entry }: T & { api_key_file?: string },
  list: { file: string; setting: string },
): Promise<T> {
  if (file === undefined) return entry as unknown as T;
  const path = resolve(dirname(resolve(list.file)), file);
  const key = await readFile(path, 'utf8').catch(() => null);
  if (key === null)
    throw new ConfigError([`${list.setting}: the api_key_file of ${entry.name} cannot be read`]);
  const { error, value } = upstreamSetting.apiKey().label(`the key of ${entry.name}`).validate(key.trim());
  if (error) throw new ConfigError([`${list.setting}: ${error.message}`]);
  return { ...entry, api_key: value } as unknown as T;
}
