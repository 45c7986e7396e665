import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import * as kit from '@medley/kit';
import type Joi from 'joi';
import { fetcherSchema } from '@medley/fetcher';
import { gatewaySchema } from '@medley/gateway';
import { llmSchema } from '@medley/llm';
import { orchestratorSchema } from '@medley/orchestrator';
import { piiSchema } from '@medley/pii';
import { transcoderSchema } from '@medley/transcoder';
import { transcriberSchema } from '@medley/transcriber';
import { webhookDispatcherSchema } from '@medley/webhook-dispatcher';
import { ROOT } from './read-tables';

/** One setting as a schema describes it, in the words of `docs/configuration.md`. */
export interface Setting {
  /** `required`, `required with s3`, `none`, or the value. */
  default: string;
  /** What the documented range must say; empty when the schema has no range that can be read. */
  range: string;
}

/** Directories under services/ with a process of their own; all-in-one composes them in one. */
export function serviceNames(): string[] {
  return (
    readdirSync(join(ROOT, 'services'))
      // One composes the others, one is pages.
      .filter((name) => name !== 'all-in-one' && name !== 'console')
      .sort()
  );
}

/** The settings that each service reads. */
export function schemasOfServices(): Readonly<Record<string, Joi.ObjectSchema>> {
  return {
    gateway: gatewaySchema.append(groupsOf('services/gateway/src/main.ts')),
    orchestrator: orchestratorSchema,
    fetcher: fetcherSchema,
    transcoder: transcoderSchema,
    transcriber: transcriberSchema,
    llm: llmSchema,
    pii: piiSchema,
    'webhook-dispatcher': webhookDispatcherSchema,
  };
}

/** Settings by name, by service. */
export function settingsOfServices(): ReadonlyMap<string, ReadonlyMap<string, Setting>> {
  return new Map(
    Object.entries(schemasOfServices()).map(([service, schema]) => [service, settingsOf(schema)]),
  );
}

/** The gateway's connections are added in its main: read there which groups of settings those are. */
function groupsOf(main: string): Joi.SchemaMap {
  const names = [...readFileSync(join(ROOT, main), 'utf8').matchAll(/\.\.\.(\w+Settings)\b/g)];
  const groups = kit as unknown as Readonly<Record<string, Joi.SchemaMap | undefined>>;
  return Object.assign({}, ...names.map(([, name]) => groups[name ?? ''])) as Joi.SchemaMap;
}

interface Described {
  flags?: { default?: unknown; presence?: string; only?: boolean };
  rules?: { name: string; args?: { limit?: number; options?: { scheme?: string[] } } }[];
  allow?: unknown[];
  whens?: unknown[];
  metas?: { scheme?: string[] }[];
}

/** The settings of a schema by name. */
export function settingsOf(schema: Joi.ObjectSchema): ReadonlyMap<string, Setting> {
  const keys = schema.describe()['keys'] as Record<string, Described>;
  return new Map(
    Object.entries(keys).map(([name, described]) => [
      name,
      { default: defaultOf(described), range: rangeOf(described) },
    ]),
  );
}

/** Defaults that depend on the machine, in words. */
const computed: Readonly<Record<string, { value: number; words: string }[]>> = {
  CONCURRENCY: [{ value: Math.max(1, Math.floor(availableParallelism() / 2)), words: 'half the cores' }],
  PII_THREADS: [
    { value: Math.max(1, Math.min(4, availableParallelism() - 1)), words: 'cores less one, 1 to 4' },
  ],
};

function defaultOf({ flags = {}, whens = [] }: Described): string {
  if (flags.presence === 'required') return 'required';
  if (whens.length > 0) return 'required with s3';
  const { default: value } = flags;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** The value itself, and the words for it where the machine decides. */
export function spellings(name: string, value: string): string[] {
  const words = (computed[name] ?? []).filter((one) => String(one.value) === value).map((one) => one.words);
  return [value, ...words];
}

function rangeOf({ flags = {}, rules = [], allow = [], metas = [] }: Described): string {
  const limit = (rule: string): number | undefined => rules.find(({ name }) => name === rule)?.args?.limit;
  const [min, max] = [limit('min'), limit('max')];
  const schemes = metas[0]?.scheme ?? rules.find(({ name }) => name === 'uri')?.args?.options?.scheme;
  if (flags.only) return allow.join(', ');
  if (schemes) return `URL (${schemes.join(', ')})`;
  if (rules.some(({ name }) => name === 'port')) return 'port';
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  return min === undefined ? '' : `at least ${min}`;
}
