'use strict';

/**
 * Runs in worker threads: compiles untrusted schemas and validates values against them. Plain CommonJS, so that the
 * same file serves the TypeScript sources and the built package.
 */
const Ajv = require('ajv');
const Ajv2020 = require('ajv/dist/2020');
const { fullFormats } = require('ajv-formats/dist/formats');

const FAULTS_MAX = 20;
const WORDS_MAX = 300;

const options = {
  strict: false,
  allErrors: true,
  // Inherited members such as `toString` do not count as properties.
  ownProperties: true,
  formats: fullFormats,
  logger: false,
};

/** Newest first: a schema without `$schema` is compiled by the first draft whose metaschema it satisfies. */
const drafts = [
  { uri: /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, Validator: Ajv2020 },
  { uri: /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, Validator: Ajv },
].map((draft) => ({ ...draft, meta: new draft.Validator(options) }));

function metaFault({ meta }, schema) {
  // Without `$schema` the validator uses its own draft.
  const { $schema: _, ...rest } = schema;
  if (meta.validateSchema(rest)) return null;
  const words = meta.errors.map((error) => meta.errorsText([error], { dataVar: 'schema' }));
  return [...new Set(words)].slice(0, 3).join(', ');
}

function draftOf(schema) {
  const named = schema.$schema;
  const candidates = drafts.filter(({ uri }) => named === undefined || uri.test(String(named)));
  if (candidates.length === 0) throw new Error('$schema must name draft 2020-12 or draft-07');
  const fitting = candidates.find((draft) => metaFault(draft, schema) === null);
  if (!fitting) throw new Error(metaFault(candidates[0], schema));
  return fitting;
}

function compile(schema) {
  // Ajv compiles such a schema to a function that returns a promise, which is always truthy.
  if (schema.$async !== undefined) throw new Error('$async is no keyword of JSON Schema');
  const { Validator } = draftOf(schema);
  // A new instance for each schema, so that no caller sees the `$id` of another. Without `loadSchema` it never fetches.
  return new Validator({ ...options, validateSchema: false }).compile(schema);
}

/** The error message for the author of the schema; Ajv's messages name the location. */
function problemOf(error) {
  const words =
    error instanceof RangeError
      ? 'it refers to itself without end'
      : error.missingRef !== undefined
        ? `${error.message}; only references inside the schema are followed`
        : error.message;
  return `is no valid JSON Schema: ${words}`.slice(0, WORDS_MAX);
}

function check(schema) {
  try {
    const validate = compile(schema);
    // A reference cycle that does not descend into the value overflows the stack on every value.
    for (const value of [null, {}, [], '', 0]) validate(value);
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

function messageOf({ message, keyword, params }) {
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const name = params.additionalProperty ?? params.unevaluatedProperty;
    return `${message}: ${JSON.stringify(name)}`;
  }
  if (keyword === 'enum') return `${message}: ${JSON.stringify(params.allowedValues)}`;
  if (keyword === 'const') return `${message}: ${JSON.stringify(params.allowedValue)}`;
  return message;
}

function validate(schema, value) {
  try {
    const fits = compile(schema);
    if (fits(value)) return [];
    return fits.errors.slice(0, FAULTS_MAX).map((error) => ({
      path: error.instancePath === '' ? '/' : error.instancePath,
      message: messageOf(error).slice(0, WORDS_MAX),
    }));
  } catch (error) {
    return [{ path: '/', message: `the schema ${problemOf(error)}` }];
  }
}

/** @param job `{kind: 'check', schema}` or `{kind: 'validate', schema, value}`, both as JSON text */
exports.runSchemaJob = (job) => {
  const startedAt = performance.now();
  const schema = JSON.parse(job.schema);
  const reply =
    job.kind === 'check' ? { problem: check(schema) } : { faults: validate(schema, JSON.parse(job.value)) };
  return { ...reply, ms: performance.now() - startedAt };
};

// Compile both metaschemas before the time limit of the first job starts.
for (const draft of drafts) metaFault(draft, {});
