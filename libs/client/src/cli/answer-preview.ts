import type { DeltaData, TaskEvent } from '../types/events';

/** Shows the words of an answer on a terminal as they come: those of one step at a time. */
export class AnswerPreview {
  #current: Pick<DeltaData, 'step' | 'attempt' | 'answer'> | null = null;
  #shown = '';
  /** Whether `#shown` is the answer from its first word. */
  #isWhole = true;

  constructor(private readonly write: (text: string) => unknown) {}

  /** True while an answer is being written: nothing else should write on its line. */
  show(event: TaskEvent): boolean {
    if (event.event === 'step.delta') {
      this.#add(event.data);
      return true;
    }
    const isOther =
      this.#current === null || ('step' in event.data && event.data.step !== this.#current.step);
    if (isOther && !event.event.startsWith('task.')) return this.#current !== null;
    this.#endLine();
    return false;
  }

  /** Whether exactly this text was shown last. */
  hasShown(text: string): boolean {
    return this.#isWhole && this.#shown !== '' && this.#shown === text;
  }

  #add({ step, attempt, answer, offset, text }: DeltaData): void {
    const { step: shownStep } = this.#current ?? { step };
    // Another step is answered at the same time.
    if (shownStep !== step) return;
    const isNew = this.#current?.attempt !== attempt || this.#current.answer !== answer;
    if (isNew) {
      this.#endLine();
      this.#current = { step, attempt, answer };
      this.#shown = '';
      this.#isWhole = true;
    }
    this.#isWhole &&= offset === this.#shown.length;
    this.#shown += text;
    this.write(printable(text));
  }

  #endLine(): void {
    if (this.#current && !this.#shown.endsWith('\n')) this.write('\n');
    this.#current = null;
  }
}

/** Without control characters, which a terminal would obey. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '');
}
