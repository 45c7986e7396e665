import type { RouteDocs } from '../route-docs';
import { text } from '../schemas/schema-builders';

const download = {
  tag: 'Files and service',
  description: 'The signature in the link is the permission. Take the whole link from `output`.',
  headers: ['Range'],
  success: {
    status: 200,
    description: 'The file; 206 with the `Content-Range` when one range was asked for.',
    types: {
      'audio/mpeg': {},
      'application/json': { description: 'An output that was too large to be embedded.' },
    },
    headers: ['Content-Disposition', 'Accept-Ranges'],
  },
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'RANGE_NOT_SATISFIABLE', 'RATE_LIMIT_EXCEEDED'],
  examples: [{ name: 'file', summary: 'An MP3', answer: { type: 'audio/mpeg', text: '(bytes)' } }],
} as const satisfies Partial<RouteDocs>;

/** What needs no key. */
export const publicDocs: Readonly<Record<'file' | 'health' | 'metrics', RouteDocs>> = {
  file: { id: 'getFile', summary: 'Download a file', ...download },
  health: {
    id: 'getHealth',
    tag: 'Files and service',
    summary: 'Whether the service works',
    description:
      '503 with `ok: false` while something it needs is down. `reasons` and `warnings` are there only when the API is bound to ' +
      'a loopback address (`HOST`).',
    success: {
      status: 200,
      description: 'All is well.',
      types: {
        'application/json': {
          type: 'object',
          properties: {
            ok: { type: 'boolean' },
            reasons: { type: 'object', additionalProperties: { type: 'string' } },
            warnings: { type: 'object', additionalProperties: { type: 'string' } },
          },
          required: ['ok'],
        },
      },
    },
    examples: [
      {
        name: 'well',
        summary: 'All is well',
        answer: { type: 'application/json', text: '{"ok":true}' },
      },
    ],
  },
  metrics: {
    id: 'getMetrics',
    tag: 'Files and service',
    summary: 'Metrics for Prometheus',
    description:
      'Only when the API is bound to a loopback address (`HOST`); else `HEALTH_PORT` alone serves them.',
    success: { status: 200, description: 'Prometheus text.', types: { 'text/plain': text } },
    examples: [
      {
        name: 'metrics',
        summary: 'A few lines',
        answer: { type: 'text/plain', text: '# TYPE medley_gateway_request_seconds histogram\n' },
      },
    ],
  },
};
