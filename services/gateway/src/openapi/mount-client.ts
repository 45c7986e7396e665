import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Express } from 'express';
import { AppError } from '@medley/kit';
import { create } from 'tar';

/** What `npm pack` takes of the package of the client. */
const files = ['package.json', 'README.md', 'LICENSE', 'dist'];

/** Serve `/client.tgz`: the client as a package that `npm install URL` takes. It is packed for the first request. */
export function mountClient(app: Express): void {
  let packed: Promise<Buffer> | undefined;
  app.get('/client.tgz', async (_request, response) => {
    packed ??= packClient();
    const bytes = await packed.catch((cause: unknown) => {
      packed = undefined;
      throw new AppError('NOT_FOUND', 'This installation does not include the client.', { cause });
    });
    response.set('X-Content-Type-Options', 'nosniff').type('application/gzip').send(bytes);
  });
}

async function packClient(): Promise<Buffer> {
  const cwd = dirname(require.resolve('@medley/client/package.json'));
  await access(join(cwd, 'dist/index.js'));
  const stream = create({ cwd, gzip: true, portable: true, prefix: 'package' }, files);
  return Buffer.concat(await stream.collect());
}
