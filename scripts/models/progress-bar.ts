const WIDTH = 30;
const MEGABYTE = 1_000_000;
/** Without a terminal one line is printed for each tenth. */
const STEPS = 10;

/** Progress of a download: a bar on a terminal, a few lines elsewhere. */
export class ProgressBar {
  readonly #startedAt = performance.now();
  #first: number | null = null;
  #step = -1;
  #line = '';

  constructor(private readonly out: NodeJS.WriteStream) {}

  show(done: number, total: number | null): void {
    this.#first ??= done;
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    const speed = `${((done - this.#first) / MEGABYTE / Math.max(seconds, 0.1)).toFixed(1)} MB/s`;
    const share = total ? done / total : 0;
    const of = total ? ` of ${megabytes(total)}` : '';
    const figures = `${megabytes(done)}${of}, ${speed}`;
    if (this.out.isTTY) return this.#draw(share, total === null ? figures : `${percent(share)}  ${figures}`);
    const step = Math.floor(share * STEPS);
    if (step <= this.#step) return;
    this.#step = step;
    this.out.write(`${percent(share)}  ${figures}\n`);
  }

  end(): void {
    if (this.out.isTTY && this.#line !== '') this.out.write('\n');
  }

  #draw(share: number, words: string): void {
    const full = Math.min(WIDTH, Math.round(share * WIDTH));
    const line = `[${'#'.repeat(full)}${' '.repeat(WIDTH - full)}] ${words}`;
    if (line === this.#line) return;
    this.out.write(`\r${line.padEnd(this.#line.length)}`);
    this.#line = line;
  }
}

const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;
const percent = (share: number): string => `${String(Math.floor(share * 100)).padStart(3)} %`;
