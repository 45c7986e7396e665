import { accountEventQuery } from './account-event-types';
import { accountEventText, eventStreamText } from './example-events';
import type { RouteDocs } from '../../route-docs/route-docs';
import { refTo } from '../../route-docs/schema-builders';

export const accountEventDocs: RouteDocs = {
  id: 'streamAccountEvents',
  tag: 'Events and webhooks',
  summary: 'Follow all tasks of the account as one stream of server-sent events',
  description: `\`event:\` is \`task.created\`, \`step.queued\`, \`step.started\`, \`step.completed\`, \`step.failed\`,
\`step.retrying\`, \`task.completed\` or \`task.failed\`, the last two with the \`task\` of the webhook. The stream begins now
and does not end with a task. \`id:\` is text: send the last one as \`Last-Event-ID\` within 10 minutes to resume, with nothing
left out or repeated.`,
  headers: ['Last-Event-ID'],
  query: accountEventQuery,
  success: {
    status: 200,
    description: 'The stream.',
    types: {
      'text/event-stream': {
        type: 'string',
        contentMediaType: 'text/event-stream',
        contentSchema: refTo('AccountEvent'),
      },
    },
  },
  errors: ['VALIDATION_ERROR'],
  examples: [
    {
      name: 'ends',
      summary: 'Only the ends of tasks',
      query: { types: 'task.completed,task.failed' },
      response: { type: 'text/event-stream', text: accountEventText },
    },
  ],
};

export const eventDocs: RouteDocs = {
  id: 'streamEvents',
  tag: 'Events and webhooks',
  summary: 'Follow a task as a stream of server-sent events',
  description: `\`event:\` is \`task.snapshot\` first, then \`step.queued\`, \`step.started\`, \`step.progress\` (at most twice a second
a step), \`step.delta\` (words of an \`llm\` step as they come: lossy, not repeated), \`step.completed\`, \`step.failed\`,
\`step.retrying\`, and last \`task.completed\` or \`task.failed\`; then the server closes. \`id:\` increases; \`data:\` is a
\`TaskEvent\`. A comment is sent every 15 seconds as a keep-alive. Send the last id as \`Last-Event-ID\` to resume a stream; a
browser's \`EventSource\` does so automatically.`,
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
      response: { type: 'text/event-stream', text: eventStreamText },
    },
  ],
};
