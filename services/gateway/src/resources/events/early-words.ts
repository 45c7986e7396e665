import type { StepDeltaSignal } from '@medley/contracts';

/**
 * Words that arrived before the start of their attempt: workers report a start half a second after it, because most steps
 * have ended by then.
 */
export class EarlyWords {
  readonly #byStep = new Map<string, StepDeltaSignal>();

  constructor(private readonly charactersMax: number) {}

  /** Of the newest answer of a step the beginning is kept, as far as it is complete. */
  keep(signal: StepDeltaSignal): void {
    const kept = this.#byStep.get(signal.step_id);
    if (kept?.attempt !== signal.attempt || kept.answer !== signal.answer) {
      if (signal.text.length <= this.charactersMax) this.#byStep.set(signal.step_id, signal);
      return;
    }
    const length = kept.offset + kept.text.length;
    const isNext = signal.offset === length && length + signal.text.length <= this.charactersMax;
    if (isNext) this.#byStep.set(signal.step_id, { ...kept, text: kept.text + signal.text });
  }

  /** What was kept of an attempt that has begun; null when there is nothing. */
  take(stepId: string, attempt: number | null): StepDeltaSignal | null {
    const kept = this.#byStep.get(stepId);
    this.#byStep.delete(stepId);
    return kept?.attempt === attempt ? kept : null;
  }
}
