export const languages = ['typescript', 'python', 'node'] as const;
export type SnippetLanguage = (typeof languages)[number];

const typescript = (serviceUrl: string): string => `// npm install ${serviceUrl}/client.tgz
import { createServer } from 'node:http';
import { webhooks, type WebhookPayload } from '@medley/client';

const secret = process.env['WEBHOOK_SECRET'] ?? ''; // whsec_…; during a rotation an array of both

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks); // the raw bytes: they are what is signed
  if (!webhooks.isGenuine(body, request.headers, secret)) {
    response.writeHead(401).end();
    return;
  }
  response.writeHead(204).end(); // answer first, then process: the timeout is 10 seconds
  const { event, task } = JSON.parse(body.toString()) as Partial<WebhookPayload>;
  console.log(event, task?.id); // a test has no task
}).listen(Number(process.env['PORT'] ?? 3000));
`;

const python = (): string => `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["WEBHOOK_SECRET"]  # whsec_…
KEY = base64.b64decode(SECRET[len("whsec_"):])


def is_genuine(headers, body):
    stamp = headers.get("webhook-timestamp", "")
    if not stamp.isdecimal() or abs(time.time() - int(stamp)) > 300:
        return False  # a replay of an old request
    signed = f"{headers.get('webhook-id', '')}.{stamp}.".encode() + body
    wanted = base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    # Two signatures during a rotation of the secret.
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(b"v1," + wanted, one.encode()) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))  # the raw bytes
        if not is_genuine(self.headers, body):
            self.send_error(401)
            return
        self.send_response(204)  # answer first, then process: the timeout is 10 seconds
        self.end_headers()
        payload = json.loads(body)
        print(payload["event"], payload.get("task", {}).get("id"), flush=True)  # a test has no task


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 3000))), Receiver).serve_forever()
`;

const node = (): string => `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET; // whsec_…
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - time) < 300)) return false; // a replay of an old request
  const wanted = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(body).digest();
  // Two signatures during a rotation of the secret.
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks); // the raw bytes: they are what is signed
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  response.writeHead(204).end(); // answer first, then process: the timeout is 10 seconds
  const { event, task } = JSON.parse(body);
  console.log(event, task?.id); // a test has no task
}).listen(Number(process.env.PORT ?? 3000));
`;

/** A whole receiver that verifies signatures, in each language; the secret comes from the environment. */
export const snippets: Readonly<Record<SnippetLanguage, (serviceUrl: string) => string>> = {
  typescript,
  python,
  node,
};
