import { longInputs, type LongInput } from '@medley/contracts';
import { messageOf } from '@medley/kit';
import Joi from 'joi';
import { parse } from 'yaml';

/** A prompt template as it is in its file, with variables not yet replaced. */
export interface PromptTemplate {
  /** How text that exceeds the context of the model is processed. */
  long: LongInput;
  /** Sentences that each chunk repeats of the one before it; map-reduce only. */
  overlap: number;
  /** The system prompt. */
  system: string;
  /** Added to the system prompt for one of several chunks. */
  part: string;
  /** Added to the system prompt when the notes of all chunks become one answer. */
  reduce: string;
}

const defaultSections = {
  part: {
    'map-reduce':
      'The text is part {{part}} of {{parts}} of a longer one. Do not give the result yet. Note in {{language_in}}, in the ' +
      'order of the text and in a tenth of its length, all that this part adds to the result. Give only the notes.',
    join:
      'The text is part {{part}} of {{parts}} of a longer one. Work on this part alone, from its first to its last word; ' +
      'it may begin or end in the middle. The results are put together in order.',
    none: '',
  },
  reduce:
    'The text was too long to be read at once. What you get are notes on its parts, in order, in {{language_in}}; neighbouring ' +
    'parts may repeat a few sentences. Give one result for the whole text and do not mention parts or notes.',
} as const;

/** The variables that each section may use. */
const sectionVariables = {
  system: ['language_in', 'language_out'],
  part: ['language_in', 'language_out', 'part', 'parts'],
  reduce: ['language_in', 'language_out'],
} as const satisfies Record<string, readonly string[]>;
type Section = keyof typeof sectionVariables;

const variable = /\{\{(\w+)\}\}/g;
const OVERLAP_MAX = 20;
const OVERLAP_SENTENCES = 2;

interface Head {
  long: LongInput;
  overlap?: number;
}

/**
 * Parses a template file: an optional head between two lines `---` (YAML: `long`, `overlap`), the system prompt, then
 * optional sections after lines `--- part ---` and `--- reduce ---`.
 * @returns the template, or what is wrong with the file
 */
export function parseTemplate(file: string, defaultLong: LongInput): PromptTemplate | { fault: string } {
  const text = file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [, yaml = '', body = ''] = /^(?:---\n((?:.*\n)*?)---(?:\n|$))?([\s\S]*)$/.exec(text) ?? [];
  if (body.startsWith('---\n')) return { fault: 'has a head that is not closed by a line ---' };
  const head = readHead(yaml, defaultLong);
  if ('fault' in head) return head;
  const sections = readSections(body, head.long);
  if ('fault' in sections) return sections;
  const { system = '', part = defaultSections.part[head.long], reduce = defaultSections.reduce } = sections;
  if (system === '') return { fault: 'is empty' };
  const overlap = head.overlap ?? (head.long === 'map-reduce' ? OVERLAP_SENTENCES : 0);
  return { long: head.long, overlap, system, part, reduce };
}

function readHead(yaml: string, defaultLong: LongInput): Head | { fault: string } {
  const schema = Joi.object<Head>({
    long: Joi.valid(...longInputs).default(defaultLong),
    overlap: Joi.number()
      .integer()
      .min(0)
      .max(OVERLAP_MAX)
      .when('long', { is: 'map-reduce', otherwise: Joi.forbidden() }),
  }).label('its head');
  try {
    const { error, value } = schema.validate(parse(yaml) ?? {}, { convert: false });
    return error ? { fault: `has a fault in its head: ${error.message}` } : value;
  } catch (error) {
    return { fault: `has a head that is no YAML: ${messageOf(error)}` };
  }
}

function readSections(body: string, long: LongInput): Partial<Record<Section, string>> | { fault: string } {
  // `split` with a capture group alternates texts and section names.
  const [system = '', ...rest] = body.split(/^--- *(\S+) *---$/m);
  const found: Partial<Record<Section, string>> = { system: system.trim() };
  for (let i = 0; i < rest.length; i += 2) {
    const name = rest[i] ?? '';
    const isKnown = (name === 'part' && long !== 'none') || (name === 'reduce' && long === 'map-reduce');
    if (!isKnown)
      return { fault: `has a section ${name}, which a template with long: ${long} does not have` };
    if (found[name]) return { fault: `has two sections ${name}` };
    found[name] = (rest[i + 1] ?? '').trim();
    if (found[name] === '') return { fault: `has an empty section ${name}` };
  }
  const unknown = findUnknownVariable(found);
  return unknown === null ? found : { fault: `uses the unknown variable ${unknown}` };
}

function findUnknownVariable(sections: Partial<Record<Section, string>>): string | null {
  for (const [section, words] of Object.entries(sections)) {
    const known: readonly string[] = sectionVariables[section as Section];
    for (const [, name = ''] of words.matchAll(variable)) {
      if (!known.includes(name)) return name;
    }
  }
  return null;
}

/** Replaces the variables of a template. */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(variable, (whole, name: string) => values[name] ?? whole);
}
