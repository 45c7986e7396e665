import type { RouteDocs } from '../../route-docs/route-docs';
import { text } from '../../route-docs/schema-builders';

export const healthDocs: Readonly<Record<'health' | 'metrics', RouteDocs>> = {
  health: {
    id: 'getHealth',
    tag: 'Files and service',
    summary: 'Check the health of the service',
    description:
      '503 with `ok: false` while a dependency is unavailable. `status`, `reasons` and `warnings` are present only when the API is ' +
      'bound to a loopback address (`HOST`). The status is `degraded` while a part of the system is missing, such as all workers ' +
      'of a kind; the response is 200 then.',
    success: {
      status: 200,
      description: 'The service is healthy.',
      types: {
        'application/json': {
          type: 'object',
          properties: {
            ok: { type: 'boolean' },
            status: { type: 'string', enum: ['ok', 'degraded', 'failed'] },
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
        summary: 'Healthy',
        response: { type: 'application/json', text: '{"ok":true}' },
      },
    ],
  },
  metrics: {
    id: 'getMetrics',
    tag: 'Files and service',
    summary: 'Metrics for Prometheus',
    description:
      'Only when the API is bound to a loopback address (`HOST`); otherwise only `HEALTH_PORT` serves them.',
    success: { status: 200, description: 'Prometheus text.', types: { 'text/plain': text } },
    examples: [
      {
        name: 'metrics',
        summary: 'A few lines',
        response: { type: 'text/plain', text: '# TYPE medley_gateway_request_seconds histogram\n' },
      },
    ],
  },
};
