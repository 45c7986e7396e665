import { Worker } from 'bullmq';

/** A BullMQ worker whose jobs, on all three levels of a flow, do nothing. */
const connection = { host: '127.0.0.1', port: Number(process.argv[2]) };
const workers = ['a', 'b', 'c'].map(
  (name) => new Worker(name, () => Promise.resolve('x'), { connection, concurrency: 64 }),
);
process.once('SIGTERM', () => {
  Promise.all(workers.map((worker) => worker.close(true))).then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
