import { transcodedTask, transcodeTask } from '../tasks/examples/example-results';
import { exampleIds, terminalTask } from '../tasks/examples/example-tasks';

const head = { task_id: exampleIds.task, timestamp: '2026-03-02T09:30:41.872Z' };

const events = [
  {
    event: 'task.snapshot',
    id: 1_000_000,
    data: { ...head, status: 'pending', progress: 0, steps: transcodeTask.steps, task: transcodeTask },
  },
  {
    event: 'step.progress',
    id: 1_000_001,
    data: { ...head, step: 'transcode', status: 'running', attempt: 1, progress: 0.4 },
  },
  {
    event: 'step.completed',
    id: 6_000_000,
    data: { ...head, step: 'transcode', name: 'transcode', status: 'completed', attempt: 1, progress: 1 },
  },
  {
    event: 'task.completed',
    id: 7_000_000,
    data: { ...head, status: 'completed', progress: 1, task: terminalTask(transcodedTask) },
  },
];

function render(list: readonly { event: string; id: number | string; data: object }[]): string {
  return list
    .map(({ event, id, data }) => `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
    .join('');
}

/** The text of an event stream. */
export const eventStreamText = render(events);

/** The same of the stream of an account. */
export const accountEventText = render(
  events.slice(-1).map((event) => ({ ...event, id: `1772443841872-7-${exampleIds.task}` })),
);
