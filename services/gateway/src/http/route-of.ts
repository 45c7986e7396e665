import type { Request } from 'express';

/** The pattern of the route that serves a request, never its path, which contains ids and keys; `none` for unknown paths. */
export function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  const path = Array.isArray(route?.path) ? (route.path as unknown[])[0] : route?.path;
  return path === undefined ? 'none' : String(path);
}

const probes = new Set(['/health', '/metrics']);

/** Whether a route or path is called every few seconds by probes and scrapers. */
export function isProbe(route: string): boolean {
  return probes.has(route);
}
