import { AppError } from '@medley/kit';
import type { CompletionRequest } from './llm-provider';

/** What some models refuse and can do without: a parameter, or a way to ask for an answer by a schema. */
export type Trait = Parameter | AnswerFormat;
type Parameter = 'temperature' | 'max_tokens' | 'stream_options' | 'stream';
export type AnswerFormat = 'strict' | 'loose' | 'json_object' | 'tool';

export interface Dialect {
  /** The best way to pass the schema that was not refused; null: in words alone. */
  format: AnswerFormat | null;
  has(trait: Trait): boolean;
}

/** As many schemas must have been refused in a way before the model is not asked so any more: it may be the schema. */
const SCHEMAS_REFUSED = 2;
/** Statuses by which servers turn down what they do not know. */
const refusals: readonly unknown[] = [400, 422];

interface ModelMemory {
  refused: Set<Trait>;
  /** How many schemas were refused in a way that no schema has passed yet. */
  doubts: Map<AnswerFormat, number>;
  proven: Set<AnswerFormat>;
}

/** Finds out by trying what each model of a provider takes, and remembers it while the process lives. */
export class DialectMemory {
  readonly #models = new Map<string, ModelMemory>();
  /** By identity: a schema lives as long as its step, so its repairs and parts do not ask in vain again. */
  readonly #schemas = new WeakMap<object, ReadonlySet<Trait>>();

  /** Call in the best dialect, again without what is refused. `formats` go from best to worst. */
  async call<T>(
    request: CompletionRequest,
    formats: readonly AnswerFormat[],
    send: (dialect: Dialect) => Promise<T>,
  ): Promise<T> {
    const model = this.#memoryOf(request.model.name);
    const { responseSchema } = request;
    const known = responseSchema ? (this.#schemas.get(responseSchema) ?? []) : [];
    const refused = new Set<Trait>([...model.refused, ...known]);
    const learned = new Set<Trait>();
    for (;;) {
      const format = formats.find((one) => !refused.has(one)) ?? null;
      try {
        const result = await send({ format, has: (trait) => !refused.has(trait) });
        if (format !== null) prove(model, format);
        if (responseSchema) this.#schemas.set(responseSchema, refused);
        for (const trait of learned) learn(model, trait);
        return result;
      } catch (error) {
        const trait = traitRefused(error, request, format);
        if (trait === null || refused.has(trait)) throw error;
        refused.add(trait);
        learned.add(trait);
      }
    }
  }

  #memoryOf(name: string): ModelMemory {
    const known = this.#models.get(name);
    if (known) return known;
    const fresh = { refused: new Set<Trait>(), doubts: new Map(), proven: new Set<AnswerFormat>() };
    this.#models.set(name, fresh);
    return fresh;
  }
}

function prove({ proven, doubts }: ModelMemory, format: AnswerFormat): void {
  proven.add(format);
  doubts.delete(format);
}

function learn({ refused, proven, doubts }: ModelMemory, trait: Trait): void {
  if (isParameter(trait)) {
    refused.add(trait);
    return;
  }
  if (proven.has(trait)) return;
  const count = (doubts.get(trait) ?? 0) + 1;
  doubts.set(trait, count);
  if (count >= SCHEMAS_REFUSED) refused.add(trait);
}

const parameters: readonly unknown[] = [
  'temperature',
  'max_tokens',
  'stream_options',
  'stream',
] satisfies Parameter[];

function isParameter(reason: unknown): reason is Parameter {
  return parameters.includes(reason);
}

/** What to do without after this refusal; null when doing without would not help. */
function traitRefused(
  error: unknown,
  { temperature, model }: CompletionRequest,
  format: AnswerFormat | null,
): Trait | null {
  if (!(error instanceof AppError) || !refusals.includes(error.details['status'])) return null;
  const { reason } = error.details;
  if (reason === 'temperature') return temperature === undefined ? null : reason;
  if (reason === 'max_tokens') return model.outputTokensMax === null ? null : reason;
  if (isParameter(reason)) return reason;
  return reason === 'format' || reason === undefined ? format : null;
}
