import { join } from 'node:path';
import * as ts from 'typescript';

/** A type or schema as flat text: a line for each field, `steps[].status: "failed" | "running"`, sorted. */
export type Outline = string[];
export type Schema = Readonly<Record<string, unknown>>;

interface Shape {
  /** `string`, `number`, `boolean`, `null`, `object`, `list`, `any`, or literals as JSON. */
  words: Set<string>;
  fields: Map<string, { shape: Shape; optional: boolean }>;
  item: Shape | null;
}

const opaque = (...words: string[]): Shape => ({ words: new Set(words), fields: new Map(), item: null });

/** What a value may be when it may be any of these; fields that not all of them have are optional. */
function merge(shapes: readonly Shape[]): Shape {
  const [first, ...others] = shapes;
  if (!first || others.length === 0) return first ?? opaque('any');
  const withFields = shapes.filter(({ fields }) => fields.size > 0);
  const names = new Set(withFields.flatMap(({ fields }) => [...fields.keys()]));
  const fields = [...names].map((name) => {
    const found = withFields.map((shape) => shape.fields.get(name)).filter((field) => field !== undefined);
    const optional = found.length < withFields.length || found.some((field) => field.optional);
    return [name, { optional, shape: merge(found.map(({ shape }) => shape)) }] as const;
  });
  const items = shapes.flatMap(({ item }) => (item ? [item] : []));
  return {
    words: new Set(shapes.flatMap(({ words }) => [...words])),
    fields: new Map(fields),
    item: items.length > 0 ? merge(items) : null,
  };
}

function write(shape: Shape, path = '', optional = false): Outline {
  const own = `${path}${optional ? '?' : ''}: ${wordsOf(shape).join(' | ')}`;
  const fields = [...shape.fields].flatMap(([name, field]) =>
    write(field.shape, path === '' ? name : `${path}.${name}`, field.optional),
  );
  return [own, ...fields, ...(shape.item ? write(shape.item, `${path}[]`) : [])].sort();
}

function wordsOf({ words, fields, item }: Shape): string[] {
  if (words.has('any')) return ['any'];
  const all = new Set([...words, ...(fields.size > 0 ? ['object'] : []), ...(item ? ['list'] : [])]);
  if (all.delete('true') && all.delete('false')) all.add('boolean');
  // A text that may be any makes the ones it may be in particular meaningless.
  return [...all].filter((word) => !word.startsWith('"') || !all.has('string')).sort();
}

export function outlineOfSchema(schema: Schema, document: Schema): Outline {
  return write(shapeOfSchema(schema, document));
}

function shapeOfSchema(schema: Schema, document: Schema): Shape {
  const { $ref: ref, type, enum: values, properties } = schema;
  if (typeof ref === 'string') return shapeOfSchema(resolve(ref, document), document);
  const choices = (schema['oneOf'] ?? schema['anyOf']) as Schema[] | undefined;
  // Choices beside a type or fields of its own only narrow it.
  if (choices && !properties && (type === undefined || type === 'object'))
    return merge(choices.map((choice) => shapeOfSchema(choice, document)));
  if (Array.isArray(values)) return opaque(...values.map((value) => JSON.stringify(value)));
  if ('const' in schema) return opaque(JSON.stringify(schema['const']));
  if (Array.isArray(type)) return merge(type.map((one) => shapeOfSchema({ ...schema, type: one }, document)));
  if (type === 'array') {
    const item = shapeOfSchema((schema['items'] ?? {}) as Schema, document);
    return { ...opaque(), item };
  }
  if (type !== 'object' || !properties || Object.keys(properties).length === 0)
    return opaque(type === undefined ? 'any' : type === 'integer' ? 'number' : String(type));
  const required = (schema['required'] ?? []) as string[];
  const fields = Object.entries(properties).map(([name, property]) => {
    const shape = shapeOfSchema(property as Schema, document);
    return [name, { shape, optional: !required.includes(name) }] as const;
  });
  return { ...opaque(), fields: new Map(fields) };
}

function resolve(ref: string, document: Schema): Schema {
  const path = ref.replace('#/', '').split('/');
  return path.reduce<Schema>((at, name) => at[name.replaceAll('~1', '/')] as Schema, document);
}

/** The types that the client exports, by name. */
export function readClientTypes(): (name: string) => Outline {
  const entry = join(__dirname, '../src/index.ts');
  const options = { strict: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022, types: ['node'] };
  const program = ts.createProgram([entry], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  const exported = new Map(module && checker.getExportsOfModule(module).map((one) => [one.name, one]));
  return (name) => {
    const symbol = exported.get(name);
    if (!symbol) throw new Error(`the client has no type ${name}`);
    return write(shapeOfType(checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(symbol)), checker));
  };
}

function shapeOfType(type: ts.Type, checker: ts.TypeChecker): Shape {
  if (type.isUnion()) {
    const members = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    return merge(members.map((member) => shapeOfType(member, checker)));
  }
  if (type.isLiteral()) return opaque(JSON.stringify(type.value));
  const { flags } = type;
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return opaque('any');
  if (flags & ts.TypeFlags.BooleanLiteral) return opaque(checker.typeToString(type));
  if (!(flags & ts.TypeFlags.Object)) return opaque(checker.typeToString(type));
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return { ...opaque(), item: item ? shapeOfType(item, checker) : opaque('any') };
  }
  if (checker.getIndexInfosOfType(type).length > 0) return opaque('object');
  const fields = checker.getPropertiesOfType(type).map((property) => {
    const shape = shapeOfType(checker.getTypeOfSymbol(property), checker);
    const optional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    return [property.name, { shape, optional }] as const;
  });
  return { ...opaque(), fields: new Map(fields) };
}
