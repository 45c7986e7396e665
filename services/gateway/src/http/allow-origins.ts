import cors from 'cors';
import type { RequestHandler } from 'express';
import { responseHeaders } from '../route-docs/headers';

const PREFLIGHT_SECONDS = 600;

/** CORS for the pages of these origins (`*`: of all); null when no origin is configured. The API uses no cookies. */
export function allowOrigins(origins: readonly string[]): RequestHandler | null {
  if (origins.length === 0) return null;
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: Object.keys(responseHeaders),
    maxAge: PREFLIGHT_SECONDS,
  });
}
