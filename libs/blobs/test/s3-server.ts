import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface S3Server {
  endpoint: string;
  objects: Map<string, { bytes: Buffer; modified: Date }>;
  /** Multipart uploads that were neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>;
  /** Status of every response from now on; null: normal operation. */
  failWith: number | null;
  close(): Promise<void>;
}

/** A path-style S3 server for tests: objects, ranges, paginated listing, multipart uploads. */
export async function startS3Server(bucket: string): Promise<S3Server> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const s3: S3Server = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    uploads: new Map(),
    failWith: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', s3.endpoint);
    const [, name = '', ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const body = await buffer(request);
    if (s3.failWith) return void response.writeHead(s3.failWith).end();
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')) {
      return void response.writeHead(403).end();
    }
    if (name !== bucket) {
      xml(response, 404, '<Error><Code>NoSuchBucket</Code></Error>');
      return;
    }
    if (key === '') {
      answerBucket(request, response, url.searchParams);
      return;
    }
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) {
      answerUpload(request, response, { key, body, query: url.searchParams });
      return;
    }
    answerObject(request, response, { key, body });
  }

  function answerBucket(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): void {
    if (request.method === 'HEAD') return void response.writeHead(200).end();
    const keys = [...s3.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
    const from = query.get('continuation-token') ?? '';
    const page = keys.filter((key) => key > from).slice(0, 2);
    const last = page.at(-1) ?? '';
    const isTruncated = last !== '' && keys.at(-1) !== last;
    const contents = page.map((key) => {
      const modified = s3.objects.get(key)?.modified.toISOString() ?? '';
      return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified></Contents>`;
    });
    const next = isTruncated ? `<NextContinuationToken>${last}</NextContinuationToken>` : '';
    const list = `<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}`;
    xml(response, 200, `<ListBucketResult>${list}</ListBucketResult>`);
  }

  function answerUpload(
    request: IncomingMessage,
    response: ServerResponse,
    { key, body, query }: { key: string; body: Buffer; query: URLSearchParams },
  ): void {
    const id = query.get('uploadId') ?? `upload-${s3.uploads.size}`;
    if (query.has('uploads')) {
      s3.uploads.set(id, new Map());
      const fields = `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`;
      return xml(response, 200, `<InitiateMultipartUploadResult>${fields}</InitiateMultipartUploadResult>`);
    }
    const parts = s3.uploads.get(id);
    if (!parts) {
      xml(response, 404, '<Error><Code>NoSuchUpload</Code></Error>');
      return;
    }
    if (request.method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      return void response.writeHead(200, { ETag: `"${query.get('partNumber')}"` }).end();
    }
    s3.uploads.delete(id);
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    const sorted = [...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
    s3.objects.set(key, { bytes: Buffer.concat(sorted), modified: new Date() });
    xml(response, 200, '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>');
  }

  function answerObject(
    request: IncomingMessage,
    response: ServerResponse,
    { key, body }: { key: string; body: Buffer },
  ): void {
    const source = request.headers['x-amz-copy-source'];
    if (typeof source === 'string') {
      const copied = s3.objects.get(source.slice(source.indexOf('/') + 1));
      if (!copied) return xml(response, 404, '<Error><Code>NoSuchKey</Code></Error>');
      s3.objects.set(key, { bytes: copied.bytes, modified: new Date() });
      return xml(response, 200, '<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>');
    }
    if (request.method === 'PUT') {
      s3.objects.set(key, { bytes: body, modified: new Date() });
      return void response.writeHead(200, { ETag: '"x"' }).end();
    }
    if (request.method === 'DELETE') {
      s3.objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = s3.objects.get(key);
    if (!found) {
      xml(response, 404, '<Error><Code>NoSuchKey</Code></Error>');
      return;
    }
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const bytes = range ? found.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : found.bytes;
    response.writeHead(range ? 206 : 200, { 'Content-Length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  return s3;
}

function xml(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`);
}
