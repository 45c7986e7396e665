import type { StepDeltaSignal } from '@medley/contracts';

/** Takes the text of a step as it is written, for those who read along. Nothing depends on its arrival. */
export interface AnswerWords {
  /** Begins an answer; what came of the one before does not count any more. */
  begin(): void;
  add(text: string): void;
}

/** With one more at the end of an answer, less than 20 a second. */
const INTERVAL_MS = 60;
/** Characters of one delta; further ones wait for the next. */
const TEXT_MAX = 8_192;

type Delta = Pick<StepDeltaSignal, 'answer' | 'offset' | 'text'>;

/** The words of an attempt, sent at most every 60 ms. */
export class AnswerWordsSignal implements AnswerWords {
  /** When words are to be sent; infinite when there are none. */
  dueAt = Infinity;
  #answer = 0;
  #offset = 0;
  #text = '';
  #isFresh = true;
  #sentAt = -Infinity;

  constructor(
    private readonly send: (delta: Delta) => void,
    private readonly wake: (at: number) => void,
  ) {}

  /** Takes effect with the first words: answers without any are not counted. */
  begin(): void {
    this.#isFresh = true;
    this.#text = '';
    this.dueAt = Infinity;
  }

  add(text: string): void {
    if (text === '') return;
    if (this.#isFresh) {
      this.#isFresh = false;
      this.#answer += 1;
      this.#offset = 0;
    }
    this.#text += text;
    this.#plan();
  }

  onDue(): void {
    this.dueAt = Infinity;
    this.#sendNext();
    if (this.#text.length > 1) this.#plan();
  }

  /** Sends what is left, as far as one delta takes it. */
  end(): void {
    this.dueAt = Infinity;
    this.#sendNext();
  }

  #plan(): void {
    if (this.dueAt !== Infinity) return;
    this.dueAt = Math.max(performance.now(), this.#sentAt + INTERVAL_MS);
    this.wake(this.dueAt);
  }

  #sendNext(): void {
    const length = wholeLength(this.#text.slice(0, TEXT_MAX));
    if (length === 0) return;
    const text = this.#text.slice(0, length).toWellFormed();
    this.send({ answer: this.#answer, offset: this.#offset, text });
    this.#text = this.#text.slice(length);
    this.#offset += length;
    this.#sentAt = performance.now();
  }
}

/** Without the first half of a character at the end: the other one may follow. */
function wholeLength(text: string): number {
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
}
