import { type Channel, connect } from 'amqplib';
import { stepKinds } from '@medley/contracts';

/** Deletes the queues and exchanges under a prefix, with their messages. */
export async function deletePrefix(channel: Channel, prefix: string): Promise<void> {
  const steps = stepKinds.map((kind) => `steps.${kind}`);
  for (const queue of [...steps, 'orchestrator', 'webhooks', 'dead'])
    await channel.deleteQueue(`${prefix}.${queue}.v1`);
  for (const exchange of ['work', 'dlx', 'signals']) await channel.deleteExchange(`${prefix}.${exchange}`);
}

/** {@link deletePrefix} on a connection of its own; a RabbitMQ that is gone has nothing left to delete. */
export async function deletePrefixAt(url: string, prefix: string): Promise<void> {
  const connection = await connect(url).catch(() => null);
  if (connection === null) return;
  await deletePrefix(await connection.createChannel(), prefix);
  await connection.close();
}
