import type { TaskEvent } from '../types/events';
import type { UploadProgress } from '../uploads';

export interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const WIDTH = 30;
const CLEAR_LINE = '\r\u001b[K';

/** Draws the progress of a task in one terminal line; writes nothing if the output is not a TTY. */
export class ProgressBar {
  readonly #terminal: Terminal;
  readonly #steps = new Map<string, number>();
  #current = '';
  #isDrawn = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(event: TaskEvent): void {
    if (!this.#terminal.isTTY) return;
    this.#update(event);
    this.#redraw(this.#line());
  }

  /** The progress of an upload. */
  showUpload({ sent, total }: UploadProgress): void {
    if (!this.#terminal.isTTY) return;
    this.#redraw(this.#draw(total === 0 ? 1 : sent / total, 'upload'));
  }

  /** Erase the line, if it is there: another text may be on it by now. */
  clear(): void {
    if (this.#isDrawn) this.#terminal.write(CLEAR_LINE);
    this.#isDrawn = false;
  }

  #redraw(line: string): void {
    this.#terminal.write(`${CLEAR_LINE}${line}`);
    this.#isDrawn = true;
  }

  #update(event: TaskEvent): void {
    if (event.type === 'task.snapshot') {
      for (const step of event.data.steps) this.#steps.set(step.id, step.status === 'completed' ? 1 : 0);
      this.#current = event.data.status;
    } else if (event.event !== 'step.delta' && 'step' in event.data) {
      const { step, progress, status } = event.data;
      // `step.started` may arrive after the first `step.progress`.
      const before = status === 'running' ? (this.#steps.get(step) ?? 0) : 0;
      this.#steps.set(step, progress ?? before);
      this.#current = `${step} ${status}`;
    } else if (event.event !== 'step.delta') {
      this.#current = event.data.status;
    }
  }

  #line(): string {
    const done = [...this.#steps.values()].reduce((sum, progress) => sum + progress, 0);
    const share = this.#steps.size === 0 ? 0 : done / this.#steps.size;
    return this.#draw(share, this.#current);
  }

  #draw(share: number, what: string): string {
    const filled = Math.round(share * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    const percent = String(Math.floor(share * 100)).padStart(3);
    // Truncated, because a wrapped line cannot be erased.
    return `${bar} ${percent} %  ${what}`.slice(0, (this.#terminal.columns || 80) - 1);
  }
}
