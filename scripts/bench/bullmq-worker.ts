import { Worker } from 'bullmq';

/** Works off the three levels of a flow by doing nothing. */
const connection = { host: '127.0.0.1', port: Number(process.argv[2]) };
const workers = ['a', 'b', 'c'].map(
  (name) => new Worker(name, () => Promise.resolve('x'), { connection, concurrency: 64 }),
);
process.once(
  'SIGTERM',
  () => void Promise.all(workers.map((worker) => worker.close(true))).then(() => process.exit(0)),
);
