import type { RouteDocs } from '../../route-docs/route-docs';

export const fileDocs: RouteDocs = {
  id: 'getFile',
  summary: 'Download a file',
  tag: 'Files and service',
  description: 'The signature in the link authorizes the request. Use the complete link from `output`.',
  headers: ['Range'],
  success: {
    status: 200,
    description: 'The file; 206 with the `Content-Range` when one range was requested.',
    types: {
      'audio/mpeg': {},
      'application/json': { description: 'An output that was too large to be embedded.' },
    },
    headers: ['Content-Disposition', 'Accept-Ranges'],
  },
  errors: ['LINK_INVALID', 'OUTPUT_HIDDEN', 'LINK_EXPIRED', 'RANGE_NOT_SATISFIABLE', 'RATE_LIMIT_EXCEEDED'],
  examples: [{ name: 'file', summary: 'An MP3', response: { type: 'audio/mpeg', text: '(bytes)' } }],
};
