import winston from 'winston';
import type { ProcessSettings } from './settings';

export type Logger = winston.Logger;

const FIELD_MAX = 2_000;

/** Allow-list of log fields. Texts, links, keys and headers are not in it, so they are never logged. */
const allowedFields = new Set([
  'service', 'task_id', 'task_ids', 'step_id', 'kind', 'attempt', 'account_id', 'key_id', 'key_last4', 'delivery_id',
  'pipeline_id', 'request_id', 'trace_id', 'instance', 'method', 'route', 'status', 'ms', 'code', 'reason', 'error',
  'stack', 'queue', 'count', 'signal', 'port', 'state', 'outcome', 'engine', 'bytes', 'rev', 'node',
]); // prettier-ignore

/** Remove line breaks (log injection) and truncate the value. */
function clean(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  const text = value instanceof Error ? value.message : String(value);
  return text.replace(/[\r\n]+/g, ' ⏎ ').slice(0, FIELD_MAX);
}

const onlyAllowed = winston.format((info) => {
  const { level, message, timestamp } = info;
  const fields = Object.entries(info).filter(([key, value]) => allowedFields.has(key) && value !== undefined);
  const cleaned = Object.fromEntries(fields.map(([key, value]) => [key, clean(value)]));
  // LEVEL and other symbol keys control winston itself.
  for (const symbol of Object.getOwnPropertySymbols(info))
    Reflect.set(cleaned, symbol, Reflect.get(info, symbol));
  return Object.assign(cleaned, { level, message: clean(message), timestamp });
});

const asText = winston.format.printf(({ level, message, timestamp, service, ...rest }) => {
  const fields = Object.entries(rest).map(([key, value]) => `${key}=${String(value)}`);
  return `${String(timestamp).slice(11, 19)} ${level.padEnd(5)} ${String(service)}: ${[message, ...fields].join(' ')}`;
});

/** A logger whose lines carry the service's name; `child({ task_id })` adds ids. Only known fields are written. */
export function createLogger(
  service: string,
  settings: Pick<ProcessSettings, 'LOG_LEVEL' | 'LOG_FORMAT'>,
): Logger {
  const shape = settings.LOG_FORMAT === 'text' ? asText : winston.format.json();
  const logger = winston.createLogger({
    silent: settings.LOG_LEVEL === 'silent',
    level: settings.LOG_LEVEL === 'silent' ? 'error' : settings.LOG_LEVEL,
    defaultMeta: { service },
    format: winston.format.combine(winston.format.timestamp(), onlyAllowed(), shape),
    transports: [new winston.transports.Console({ stderrLevels: ['error'] })],
  });
  return withoutDisabled(logger);
}

/** Winston formats every line before its transports drop those of a disabled level. Children inherit the methods. */
function withoutDisabled(logger: Logger): Logger {
  for (const level of Object.keys(logger.levels)) {
    if (!logger.silent && logger.isLevelEnabled(level)) continue;
    Object.defineProperty(logger, level, { value: () => logger, writable: true, configurable: true });
  }
  return logger;
}
