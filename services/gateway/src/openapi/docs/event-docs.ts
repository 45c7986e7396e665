import { eventStreamText } from '../examples/example-events';
import type { RouteDocs } from '../route-docs';
import { refTo } from '../schemas/schema-builders';

export const eventDocs: RouteDocs = {
  id: 'streamEvents',
  tag: 'Events and webhooks',
  summary: 'Follow a task as a stream of server-sent events',
  description: `\`event:\` is \`task.snapshot\` first, then \`step.queued\`, \`step.started\`, \`step.progress\` (at most twice a second
a step), \`step.completed\`, \`step.failed\`, \`step.retrying\`, and last \`task.completed\` or \`task.failed\`; then the server
closes. \`id:\` only grows; \`data:\` is a \`TaskEvent\`. A comment comes every 15 seconds to keep the line open. Send the last
id as \`Last-Event-ID\` to go on where a stream broke; a browser's \`EventSource\` does so by itself.`,
  headers: ['Last-Event-ID'],
  success: {
    status: 200,
    description: 'The stream.',
    types: {
      'text/event-stream': {
        type: 'string',
        contentMediaType: 'text/event-stream',
        contentSchema: refTo('TaskEvent'),
      },
    },
  },
  examples: [
    {
      name: 'ended',
      summary: 'The end of a task',
      answer: { type: 'text/event-stream', text: eventStreamText },
    },
  ],
};
