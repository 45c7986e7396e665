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

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(event: TaskEvent): void {
    if (!this.#terminal.isTTY) return;
    this.#update(event);
    this.#terminal.write(`${CLEAR_LINE}${this.#line()}`);
  }

  /** The progress of an upload. */
  showUpload({ sent, total }: UploadProgress): void {
    if (!this.#terminal.isTTY) return;
    this.#terminal.write(`${CLEAR_LINE}${this.#draw(total === 0 ? 1 : sent / total, 'upload')}`);
  }

  /** Erase the line. */
  clear(): void {
    if (this.#terminal.isTTY) this.#terminal.write(CLEAR_LINE);
  }

  #update(event: TaskEvent): void {
    if (event.type === 'task.snapshot') {
      for (const step of event.data.steps) this.#steps.set(step.id, step.status === 'completed' ? 1 : 0);
      this.#current = event.data.status;
    } else if ('step' in event.data) {
      const { step, progress, status } = event.data;
      // `step.started` may arrive after the first `step.progress`.
      const before = status === 'running' ? (this.#steps.get(step) ?? 0) : 0;
      this.#steps.set(step, progress ?? before);
      this.#current = `${step} ${status}`;
    } else {
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
