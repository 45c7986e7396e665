import type { Express, Request, RequestHandler, Response } from 'express';
import { AppError } from '@medley/kit';
import { findSiteDirectory, readSite, type ConsoleSite, type SiteFile } from './read-site';

/** Everything comes from this host; media of tasks may be blobs. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const IMMUTABLE = 'public, max-age=31536000, immutable';

export interface ConsoleOptions {
  /** Path prefix of this gateway for clients, without a trailing slash. */
  base: string;
  /** Another directory of the built site. */
  directory?: string | undefined;
}

/** Serve the console at `/console`, and send browsers there from `/`. Every path below is the same page. */
export function mountConsole(app: Express, { base, directory }: ConsoleOptions): void {
  const site = readSite(directory ?? findSiteDirectory());
  app.get('/', redirectBrowsers(`${base}/console`));
  if (!site) {
    app.get(['/console', '/console/*path'], sayMissing);
    return;
  }
  app.get('/console/assets/:name', serveAsset(site));
  app.get('/console/icon.svg', (request, response) => {
    if (site.icon) sendFile(site.icon, { request, response, caching: 'no-cache' });
  });
  const page = site.page.replaceAll('"./', `"${base}/console/`);
  app.get(['/console', '/console/*path'], (_request, response) => {
    setSecurityHeaders(response);
    response.set('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}

/** A client of the API names JSON or any type; it keeps the answer that there is nothing at `/`. */
function redirectBrowsers(target: string): RequestHandler {
  return (request, response, next) => {
    response.vary('Accept');
    if (/\btext\/html\b/.test(request.headers.accept ?? '')) response.redirect(302, target);
    else next();
  };
}

function serveAsset({ assets }: ConsoleSite): RequestHandler<{ name: string }> {
  return (request, response) => {
    const file = assets.get(request.params.name);
    if (!file) throw new AppError('NOT_FOUND', 'There is no such file in the console.');
    sendFile(file, { request, response, caching: IMMUTABLE });
  };
}

function sendFile(
  { type, bytes, gzipped }: SiteFile,
  {
    request,
    response,
    caching,
  }: { request: Pick<Request, 'acceptsEncodings'>; response: Response; caching: string },
): void {
  setSecurityHeaders(response);
  response.set('Cache-Control', caching).vary('Accept-Encoding').type(type);
  const isGzipped = gzipped !== null && request.acceptsEncodings('gzip') === 'gzip';
  if (isGzipped) response.set('Content-Encoding', 'gzip');
  response.send(isGzipped ? gzipped : bytes);
}

function sayMissing(_request: unknown, response: Response): void {
  setSecurityHeaders(response);
  response
    .status(404)
    .set('Cache-Control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('The console is not built in this installation. Build it with: npm run build\nThe API works.\n');
}

function setSecurityHeaders(response: Response): void {
  response.set('Content-Security-Policy', POLICY);
  response.set('X-Content-Type-Options', 'nosniff').set('Referrer-Policy', 'no-referrer');
}
