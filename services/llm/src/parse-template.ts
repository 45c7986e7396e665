import { longInputs, type LongInput } from '@medley/contracts';
import { messageOf } from '@medley/kit';
import Joi from 'joi';
import { parse } from 'yaml';

/** A prompt template: what stands in its file. The words are unfilled. */
export interface PromptTemplate {
  /** What becomes of text that is too long for the model. */
  long: LongInput;
  /** Sentences each part repeats of the one before it; map-reduce only. */
  overlap: number;
  /** The system part. */
  system: string;
  /** What is added to it for one of several parts. */
  part: string;
  /** What is added to it when the notes of all parts become one answer. */
  reduce: string;
}

const defaultWords = {
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

/** Which variables the words of each section may use. */
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
 * Read a template file: an optional head between two lines `---` (YAML: `long`, `overlap`), the system part, then
 * optional sections after lines `--- part ---` and `--- reduce ---`.
 * @returns the template, or what is wrong with the file
 */
export function parseTemplate(file: string, usually: LongInput): PromptTemplate | { fault: string } {
  const text = file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [, yaml = '', body = ''] = /^(?:---\n((?:.*\n)*?)---(?:\n|$))?([\s\S]*)$/.exec(text) ?? [];
  if (body.startsWith('---\n')) return { fault: 'has a head that is not closed by a line ---' };
  const head = readHead(yaml, usually);
  if ('fault' in head) return head;
  const sections = readSections(body, head.long);
  if ('fault' in sections) return sections;
  const { system = '', part = defaultWords.part[head.long], reduce = defaultWords.reduce } = sections;
  if (system === '') return { fault: 'is empty' };
  const overlap = head.overlap ?? (head.long === 'map-reduce' ? OVERLAP_SENTENCES : 0);
  return { long: head.long, overlap, system, part, reduce };
}

function readHead(yaml: string, usually: LongInput): Head | { fault: string } {
  const schema = Joi.object<Head>({
    long: Joi.valid(...longInputs).default(usually),
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
  // Split by a pattern with a group: words, name, words, name, words, …
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

/** Words of a template with its variables filled in. */
export function fillWords(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(variable, (whole, name: string) => values[name] ?? whole);
}
