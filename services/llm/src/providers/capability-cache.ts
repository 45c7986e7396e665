import { AppError } from '@medley/kit';
import type { CompletionRequest } from './llm-provider';

/** An optional feature of the wire format that some models refuse: a parameter or a response format. */
export type Capability = Parameter | ResponseFormat;
type Parameter = 'temperature' | 'max_tokens' | 'stream_options' | 'stream';
/** How a schema is passed: a strict or a loose JSON Schema, a JSON object, or a forced tool. */
export type ResponseFormat = 'strict' | 'loose' | 'json_object' | 'tool';

/** The capabilities to use in a call. */
export interface Capabilities {
  /** The best response format that was not refused; null: the schema is in the prompt only. */
  format: ResponseFormat | null;
  /** Whether a capability was not refused. */
  has(capability: Capability): boolean;
}

/** Schemas refused in a format before the format counts as unsupported: a single refusal may be due to the schema. */
const REFUSALS_MAX = 2;
/** HTTP statuses by which servers refuse unknown parameters. */
const refusalStatuses: readonly unknown[] = [400, 422];

interface ModelRecord {
  refused: Set<Capability>;
  /** Schemas refused in a format that has not been accepted yet. */
  refusalCounts: Map<ResponseFormat, number>;
  accepted: Set<ResponseFormat>;
}

/** Learns from refusals which capabilities each model of a provider has; kept in memory of the process. */
export class CapabilityCache {
  readonly #models = new Map<string, ModelRecord>();
  /** By identity of the schema object, so that corrections and chunks of the same step do not repeat refused calls. */
  readonly #schemas = new WeakMap<object, ReadonlySet<Capability>>();

  /**
   * Calls `send` with all capabilities, and again without each one that is refused. `formats` are ordered, best first.
   * @throws the error of `send` when it is not a refusal of a capability
   */
  async call<T>(
    request: CompletionRequest,
    formats: readonly ResponseFormat[],
    send: (capabilities: Capabilities) => Promise<T>,
  ): Promise<T> {
    const model = this.#recordOf(request.model.name);
    const { responseSchema } = request;
    const known = responseSchema ? (this.#schemas.get(responseSchema) ?? []) : [];
    const refused = new Set<Capability>([...model.refused, ...known]);
    const learned = new Set<Capability>();
    for (;;) {
      const format = formats.find((one) => !refused.has(one)) ?? null;
      try {
        const result = await send({ format, has: (capability) => !refused.has(capability) });
        if (format !== null) markAccepted(model, format);
        if (responseSchema) this.#schemas.set(responseSchema, refused);
        for (const capability of learned) markRefused(model, capability);
        return result;
      } catch (error) {
        const capability = refusedCapability(error, request, format);
        if (capability === null || refused.has(capability)) throw error;
        refused.add(capability);
        learned.add(capability);
      }
    }
  }

  #recordOf(name: string): ModelRecord {
    const known = this.#models.get(name);
    if (known) return known;
    const created = {
      refused: new Set<Capability>(),
      refusalCounts: new Map(),
      accepted: new Set<ResponseFormat>(),
    };
    this.#models.set(name, created);
    return created;
  }
}

function markAccepted({ accepted, refusalCounts }: ModelRecord, format: ResponseFormat): void {
  accepted.add(format);
  refusalCounts.delete(format);
}

function markRefused({ refused, accepted, refusalCounts }: ModelRecord, capability: Capability): void {
  if (isParameter(capability)) {
    refused.add(capability);
    return;
  }
  if (accepted.has(capability)) return;
  const count = (refusalCounts.get(capability) ?? 0) + 1;
  refusalCounts.set(capability, count);
  if (count >= REFUSALS_MAX) refused.add(capability);
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

/** The capability to leave out after this refusal; null when the refusal has another cause. */
function refusedCapability(
  error: unknown,
  { temperature, model }: CompletionRequest,
  format: ResponseFormat | null,
): Capability | null {
  if (!(error instanceof AppError) || !refusalStatuses.includes(error.details['status'])) return null;
  const { reason } = error.details;
  if (reason === 'temperature') return temperature === undefined ? null : reason;
  if (reason === 'max_tokens') return model.outputTokensMax === null ? null : reason;
  if (isParameter(reason)) return reason;
  return reason === 'format' || reason === undefined ? format : null;
}
