import type Joi from 'joi';
import { nearestName, type ValidationIssue } from '@medley/contracts';
import { fieldPath } from './field-path';
import { validationLimits } from './validation-limits';

/** A field of a request that its schema does not have; it is ignored, unless the client wants strict handling. */
export interface UnknownField {
  field: string;
  /** The field that was probably meant. */
  nearest: string | null;
}

/** What `describe()` of a schema says about its members. */
interface Described {
  keys?: Record<string, Described>;
  items?: Described[];
}

/** Names by which similar services call a field. */
const otherNames: Readonly<Record<string, string>> = {
  text: 'input',
  content: 'input',
  link: 'url',
  file: 'url',
  audio_url: 'url',
  media_url: 'url',
  callback_url: 'webhook_url',
  webhook: 'webhook_url',
  language_code: 'language',
  speaker_labels: 'diarization',
  instructions: 'prompt',
};

/** A function that lists the first unknown fields of a body: its own and those of the objects in its lists. */
export function unknownFieldsOf(schema: Joi.Schema): (body: unknown) => UnknownField[] {
  // Joi takes milliseconds for it, and a process that starts would do it for every route.
  let described: Described | undefined;
  return (body) => {
    const found: UnknownField[] = [];
    described ??= schema.describe() as Described;
    collect(described, body, { path: [], found });
    return found;
  };
}

function collect(
  { keys, items }: Described,
  value: unknown,
  { path, found }: { path: (string | number)[]; found: UnknownField[] },
): void {
  if (typeof value !== 'object' || value === null) return;
  const [item] = items ?? [];
  if (Array.isArray(value)) {
    if (!item) return;
    for (const [index, member] of value.entries()) {
      if (found.length >= validationLimits.warningsMax) return;
      collect(item, member, { path: [...path, index], found });
    }
    return;
  }
  if (!keys) return;
  const known = Object.keys(keys);
  for (const [key, member] of Object.entries(value)) {
    if (found.length >= validationLimits.warningsMax) return;
    const below = Object.hasOwn(keys, key) ? keys[key] : undefined;
    // `null` counts as not sent.
    if (member === null) continue;
    if (below) collect(below, member, { path: [...path, key], found });
    else found.push({ field: shorten(fieldPath([...path, key])), nearest: findNearest(key, known) });
  }
}

function findNearest(key: string, known: readonly string[]): string | null {
  const other = Object.hasOwn(otherNames, key) ? otherNames[key] : undefined;
  return other !== undefined && known.includes(other) ? other : nearestName(key, known);
}

function shorten(field: string): string {
  const { fieldMax } = validationLimits;
  return field.length <= fieldMax ? field : `${field.slice(0, fieldMax)}…`;
}

/** The warnings of a response. */
export function toWarnings(unknown: readonly UnknownField[]): ValidationIssue[] {
  return unknown.map(({ field, nearest }) => ({
    field,
    message: `is unknown and was ignored${hint(nearest)}`,
  }));
}

/**
 * The issues of a request with what its unknown fields have to do with them: with strict handling each is an issue, else the
 * one that was probably meant for a missing field is named there.
 */
export function withUnknownFields(
  issues: readonly ValidationIssue[],
  unknown: readonly UnknownField[],
  isStrict: boolean,
): ValidationIssue[] {
  if (isStrict) {
    return [
      ...issues,
      ...unknown.map(({ field, nearest }) => ({ field, message: `is unknown${hint(nearest)}` })),
    ];
  }
  return issues.map((issue) => {
    const meant = unknown.find(({ nearest }) => nearest === issue.field);
    if (!meant || !issue.message.startsWith('is required')) return issue;
    return { ...issue, message: `${issue.message}; ${meant.field} is unknown, did you mean ${issue.field}?` };
  });
}

function hint(nearest: string | null): string {
  return nearest === null ? '' : `; did you mean ${nearest}?`;
}
