import { environment } from '@medley/kit';

/** Empty: the suites run without RabbitMQ. */
export const amqpUrl = environment()['AMQP_URL'] ?? '';

/** A suite that needs RabbitMQ; skipped, with a line that says so, unless `AMQP_URL` is set. */
export function describeWithAmqp(title: string, suite: () => void): void {
  if (amqpUrl !== '') describe(title, suite);
  else describe.skip(`${title} (set AMQP_URL to run it)`, suite);
}
