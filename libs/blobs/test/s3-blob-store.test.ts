import { openBlobStore, type BlobStore } from '@medley/blobs';
import { createLogger } from '@medley/kit';
import { Readable } from 'node:stream';
import { describeBlobStore } from './blob-store-conformance';
import { startS3Server, type S3Server } from './s3-server';

const logger = createLogger('test', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });

async function openAt(endpoint: string, bucket = 'media'): Promise<BlobStore> {
  return openBlobStore(
    {
      BLOB_STORE: 's3',
      DATA_DIR: 'unused',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    logger,
  );
}

describeBlobStore('S3', async () => {
  const s3 = await startS3Server('media');
  return { store: await openAt(s3.endpoint), close: () => s3.close() };
});

describe('blobs in S3', () => {
  let s3: S3Server;

  beforeEach(async () => {
    s3 = await startS3Server('media');
  });

  afterEach(() => s3.close());

  it('leave no parts of an aborted upload', async () => {
    const store = await openAt(s3.endpoint);
    let sent = 0;
    const source = new Readable({
      read(): void {
        sent += 1;
        if (sent > 20) this.destroy(new Error('cut'));
        else this.push(Buffer.alloc(1_000_000));
      },
    });
    await expect(store.put('tasks/t/a', source)).rejects.toThrow('cut');
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  });

  it('are an error of the storage, not an expired input, when the bucket is missing', async () => {
    const store = await openAt(s3.endpoint, 'other');
    await expect(store.get('tasks/t/a')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    expect(await store.checkHealth()).toBe('the bucket answers 404');
  });

  it('fail as retryable while the server fails', async () => {
    const store = await openAt(s3.endpoint);
    s3.failWith = 403;
    await expect(store.put('tasks/t/a', Buffer.from('x'))).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      retryable: true,
    });
    expect(await store.checkHealth()).toBe('the bucket answers 403');
  });

  it('report a server that does not respond', async () => {
    const store = await openAt(s3.endpoint);
    await s3.close();
    expect(await store.checkHealth()).toBe('the blob store does not answer');
  });
});
