import { Readable } from 'node:stream';

/** Counts the bytes of a source and records its error separately from errors of the upload. */
export class MonitoredSource {
  size = 0;
  failure: { cause: unknown } | null = null;
  readonly stream: Readable;

  constructor(source: Readable) {
    this.stream = Readable.from(this.#read(source), { objectMode: false });
  }

  async *#read(source: Readable): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of source) {
        const bytes = Buffer.from(chunk as Buffer | string);
        this.size += bytes.length;
        yield bytes;
      }
    } catch (cause) {
      this.failure = { cause };
      throw cause;
    }
  }
}
