import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { connect } from 'amqplib';
import express from 'express';
import mongoose from 'mongoose';
import { environment } from '@medley/kit';
import { runMain } from '../run-main';

const QUEUE = 'bare.v1';

/** The baseline of `POST /pii`: an Express app with one journaled insert and one confirmed publish to a quorum queue. */
async function main(): Promise<void> {
  const { MONGO_URL = '', AMQP_URL = '', PORT = '' } = environment();
  const connection = await mongoose.createConnection(MONGO_URL, { maxPoolSize: 50 }).asPromise();
  const tasks = connection.collection('bare');
  const channel = await (await connect(AMQP_URL)).createConfirmChannel();
  await channel.assertQueue(QUEUE, { durable: true, arguments: { 'x-queue-type': 'quorum' } });

  const app = express();
  app.use(express.json());
  app.get('/health', (_request, response) => void response.json({ ok: true }));
  app.post('/pii', async (request, response) => {
    const { input } = request.body as { input: string };
    const task = { id: randomUUID(), status: 'pending', input, created_at: new Date() };
    await tasks.insertOne({ ...task }, { writeConcern: { w: 1, j: true } });
    await new Promise<void>((resolve, reject) => {
      const content = Buffer.from(JSON.stringify({ task_id: task.id }));
      channel.sendToQueue(QUEUE, content, { persistent: true }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
    response.status(201).json({ success: true, data: task });
  });
  createServer(app).listen(Number(PORT), '127.0.0.1');
}

runMain(main);
