import { Writable } from 'node:stream';
import { createLogger, type Logger } from '@medley/kit';

export type LogLine = Record<string, unknown> & { level: string; message: string };

/** A logger that keeps its lines, as they would be written, from `info` on. */
export function recordLog(service: string): { logger: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const logger = createLogger(service, { LOG_LEVEL: 'info', LOG_FORMAT: 'json' }).clear();
  const written = Symbol.for('message');
  const keep = new Writable({
    objectMode: true,
    write(info: Record<symbol, string>, _encoding, done) {
      lines.push(JSON.parse(info[written] ?? '{}') as LogLine);
      done();
    },
  });
  logger.pipe(keep);
  return { logger, lines };
}
