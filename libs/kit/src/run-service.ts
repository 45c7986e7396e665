import { randomUUID } from 'node:crypto';
import type Joi from 'joi';
import { type Counter, Registry } from 'prom-client';
import { createLogger, type Logger } from './create-logger';
import { exportTraces } from './export-traces';
import { explainSystemError } from './explain-system-error';
import { collectFaults, schemaCheck, type Environment } from './find-setting-faults';
import { Health } from './health';
import { Lifecycle } from './lifecycle';
import { ConfigError, environment, loadConfig, OperatorError } from './load-config';
import { registerProcessMetrics } from './process-metrics';
import { runInBackground } from './run-in-background';
import { serveHealth } from './serve-health';
import type { ProcessSettings } from './settings';
import { messageOf } from './to-failure';
import { warnOfTypos } from './warn-of-typos';

/** Context of a running service. */
export interface ServiceContext<C> {
  name: string;
  /** Unique to this process. */
  instance: string;
  config: Readonly<C>;
  logger: Logger;
  lifecycle: Lifecycle;
  health: Health;
  metrics: Registry;
}

export interface ServiceDefinition<C extends ProcessSettings> {
  name: string;
  schema: Joi.ObjectSchema<C>;
  /** False: `start` warns of variables that look like settings, because it knows more of them. */
  warnsOfTypos?: false;
  /** Faults of what the schema cannot check: the files that settings name. Nothing is connected yet. */
  findFaults?(env: Environment): Promise<readonly string[]>;
  start(context: ServiceContext<C>): Promise<void>;
}

/** Shutdown timeout; after that the process exits with code 1. */
const STOP_MS = 24_000;
/** EX_CONFIG of sysexits.h. */
const EXIT_CONFIG = 78;

/** Run a service process: load settings, serve health, start, wait for a signal, shut down in reverse order. */
export function runService<C extends ProcessSettings>(definition: ServiceDefinition<C>): void {
  loadSettings(definition).then(
    (config) => {
      const context = createContext(definition, config);
      const stop = stopOnSignals(context);
      surviveRejections(context, registerProcessMetrics(context));
      runInBackground(serve(context, definition, stop), context.logger, 'start');
    },
    (error: unknown) => {
      process.stderr.write(`${messageOf(error)}\n`);
      process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
    },
  );
}

async function serve<C extends ProcessSettings>(
  context: ServiceContext<C>,
  definition: ServiceDefinition<C>,
  stop: (code: number) => Promise<void>,
): Promise<void> {
  const { logger, lifecycle, config } = context;
  try {
    context.health.register('start', () => 'the service is starting');
    await exportTraces(context);
    if (config.HEALTH_PORT !== undefined) {
      const server = await serveHealth(context, { host: config.HEALTH_HOST, port: config.HEALTH_PORT });
      lifecycle.onStop('health server', () => server.close());
    }
    await definition.start(context);
    context.health.unregister('start');
    logger.debug('started', { instance: context.instance });
  } catch (cause) {
    if (lifecycle.isStopping) return;
    const error = explainSystemError(cause);
    process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
    logger.error(messageOf(error), { stack: stackOf(error) });
    await stop(process.exitCode);
  }
}

function createContext<C extends ProcessSettings>(
  definition: ServiceDefinition<C>,
  config: Readonly<C>,
): ServiceContext<C> {
  const logger = createLogger(definition.name, config);
  if (definition.warnsOfTypos !== false) warnOfTypos(logger, [definition.schema]);
  return {
    name: definition.name,
    instance: `${definition.name}-${randomUUID().slice(0, 8)}`,
    config,
    logger,
    lifecycle: new Lifecycle(logger),
    health: new Health(),
    metrics: new Registry(),
  };
}

/** @throws ConfigError with all faults of the environment and of the files it names */
async function loadSettings<C extends ProcessSettings>({
  schema,
  findFaults,
}: ServiceDefinition<C>): Promise<Readonly<C>> {
  const env = environment();
  const faults = await collectFaults([
    schemaCheck(schema, env),
    async () => {
      const more = (await findFaults?.(env)) ?? [];
      if (more.length > 0) throw new ConfigError(more);
    },
  ]);
  if (faults.length > 0) throw new ConfigError(faults);
  return loadConfig(schema, env);
}

/** First signal: graceful shutdown within `STOP_MS`. Second signal: exit at once. */
function stopOnSignals({ logger, lifecycle }: ServiceContext<unknown>): (code: number) => Promise<void> {
  const stop = async (code: number): Promise<void> => {
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await lifecycle.stop();
    process.exit(code);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (lifecycle.isStopping) process.exit(1);
    logger.info('stopping', { signal });
    runInBackground(stop(0), logger, 'stop');
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return stop;
}

/**
 * Log, count and warn of unhandled rejections but keep the process running: all state is in the database behind guarded
 * writes, and an exit would interrupt the requests of all callers. An uncaught exception still ends the process.
 */
function surviveRejections({ logger, health }: ServiceContext<unknown>, counter: Counter): void {
  let count = 0;
  health.warn('unhandled rejections', () => (count === 0 ? null : `${count} since the start, see the log`));
  process.on('unhandledRejection', (error) => {
    count += 1;
    counter.inc();
    const stack = error instanceof Error ? error.stack : undefined;
    logger.error('unhandled rejection', { error: messageOf(error), stack });
  });
}

/** Stack trace of a bug; none for errors that the operator can fix. */
function stackOf(error: unknown): string | undefined {
  return error instanceof Error && !(error instanceof OperatorError) ? error.stack : undefined;
}
