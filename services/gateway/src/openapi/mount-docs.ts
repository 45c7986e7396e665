import { dirname, join } from 'node:path';
import type { Express, RequestHandler, Response } from 'express';
import type { JsonSchema } from '@medley/contracts';
import { JSON_TYPE } from '../http/response';
import { pageHtml } from './page/page-html';
import { pageScript } from './page/page-script';
import { pageStyle } from './page/page-style';

/** Everything is loaded from this host. Swagger UI needs inline styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const rendererFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/**
 * Serve `/openapi.json` and the page that renders it. The document is described when it is first asked for: a gateway that
 * starts has better things to do. `base`: path prefix of this gateway for clients.
 */
export function mountDocs(app: Express, describe: () => JsonSchema, base: string): void {
  const renderer = dirname(require.resolve('swagger-ui-dist/package.json'));
  let document: string | undefined;
  app.get('/openapi.json', (_request, response) => {
    sendText(response, JSON_TYPE, (document ??= JSON.stringify(describe())));
  });
  app.get('/docs', send('text/html; charset=utf-8', pageHtml(base)));
  app.get('/docs/page.js', send('text/javascript; charset=utf-8', pageScript));
  app.get('/docs/page.css', send('text/css; charset=utf-8', pageStyle));
  for (const file of rendererFiles) {
    app.get(`/docs/${file}`, (_request, response) => {
      setSecurityHeaders(response);
      response.sendFile(join(renderer, file), { maxAge: '1h' });
    });
  }
}

function send(type: string, body: string): RequestHandler {
  return (_request, response) => sendText(response, type, body);
}

function sendText(response: Response, type: string, body: string): void {
  setSecurityHeaders(response);
  response.set('Cache-Control', 'no-cache').type(type).send(body);
}

function setSecurityHeaders(response: Response): void {
  response.set('Content-Security-Policy', POLICY);
  response.set('X-Content-Type-Options', 'nosniff').set('Referrer-Policy', 'no-referrer');
}
