import type { PublicRoute } from '../../http/public-route';
import { fileDocs } from './file-docs';
import { serveFile, type FileDependencies } from './serve-file';

export function fileRoutes(deps: FileDependencies): PublicRoute[] {
  return [
    {
      path: '/files/:taskId/:stepId/:filename',
      methods: ['get', 'head'],
      docs: fileDocs,
      // A pattern, so that the router does not decode the path: the signature covers the encoded one.
      mountPath: /^\/files\//,
      handle: serveFile(deps),
    },
  ];
}
