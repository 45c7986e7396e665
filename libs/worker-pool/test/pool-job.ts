/** The tasks that the threads of the tests run. */
export type PoolTask =
  | { kind: 'echo'; text: string }
  /** Reports its start, then keeps its thread busy until it is released. */
  | { kind: 'hold'; gate: Int32Array }
  | { kind: 'spin' }
  | { kind: 'fill-memory' }
  | { kind: 'throw' }
  | { kind: 'exit' }
  | { kind: 'read-environment' };

/** @public called by name in a worker thread */
export function doPoolTask(task: PoolTask): unknown {
  switch (task.kind) {
    case 'echo':
      return task.text;
    case 'hold':
      Atomics.store(task.gate, 0, 1);
      Atomics.wait(task.gate, 1, 0);
      return 'let go';
    case 'spin':
      for (;;);
    case 'fill-memory': {
      const held: string[][] = [];
      for (;;) held.push(Array.from({ length: 100_000 }, (_, i) => `${i}${held.length}`));
    }
    case 'throw':
      throw new Error('words of the task');
    case 'exit':
      return process.exit(3);
    case 'read-environment':
      return Object.keys(process.env);
  }
}
