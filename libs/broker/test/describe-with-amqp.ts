import { environment } from '@medley/kit';

/** Empty when the suites are to run without RabbitMQ. */
export const amqpUrl = environment()['AMQP_URL'] ?? '';

/** Suites that need a RabbitMQ: skipped, with one line that says so, unless `AMQP_URL` names one. */
export function describeWithAmqp(title: string, suite: () => void): void {
  if (amqpUrl !== '') describe(title, suite);
  else describe.skip(`${title} (set AMQP_URL to run it)`, suite);
}
