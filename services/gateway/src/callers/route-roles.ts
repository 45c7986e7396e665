import type { KeyRole } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Caller } from './caller';

/** What a key needs for each route, at least: by its path under `/api/v1`, or by its whole path when that begins with `/v1`. */
export const routeRoles: Readonly<Record<string, KeyRole>> = {
  'POST /tasks': 'tasks',
  'POST /tasks/validate': 'read',
  'POST /tasks/batch': 'tasks',
  'POST /transcode': 'tasks',
  'POST /transcribe': 'tasks',
  'POST /llm': 'tasks',
  'POST /pii': 'tasks',
  'POST /pii/restore': 'tasks',
  'GET /tasks': 'read',
  'GET /tasks/:taskId': 'read',
  'DELETE /tasks/:taskId': 'tasks',
  'POST /tasks/:taskId/cancel': 'tasks',
  'POST /tasks/:taskId/retry': 'tasks',
  'GET /tasks/:taskId/events': 'read',
  'GET /tasks/:taskId/transcript': 'read',
  'GET /tasks/:taskId/waveform': 'read',
  'GET /tasks/:taskId/webhooks': 'read',
  'POST /tasks/:taskId/webhooks/:deliveryId/redeliver': 'tasks',
  'GET /batches/:batchId': 'read',
  'POST /batches/:batchId/cancel': 'tasks',
  'GET /events': 'read',
  'POST /uploads': 'tasks',
  'GET /uploads/:uploadId': 'read',
  'DELETE /uploads/:uploadId': 'tasks',
  'GET /deliveries': 'read',
  'GET /deliveries/:deliveryId': 'read',
  'POST /deliveries/:deliveryId/redeliver': 'tasks',
  'POST /webhooks/test': 'tasks',
  'POST /webhooks/secret/rotate': 'owner',
  'POST /pipelines': 'tasks',
  'GET /pipelines': 'read',
  'GET /pipelines/:pipelineId': 'read',
  'PUT /pipelines/:pipelineId': 'tasks',
  'DELETE /pipelines/:pipelineId': 'tasks',
  'GET /steps': 'read',
  'GET /templates': 'read',
  'GET /balance': 'read',
  'GET /keys': 'owner',
  'GET /keys/current': 'read',
  'POST /keys': 'owner',
  'PATCH /keys/:keyId': 'owner',
  'DELETE /keys/:keyId': 'owner',
  'GET /ledger': 'owner',
  'GET /usage': 'read',
  'POST /v1/audio/transcriptions': 'tasks',
  'GET /v1/models': 'read',
  'GET /v1/models/:model': 'read',
};

const ranks: Readonly<Record<KeyRole, number>> = { read: 0, tasks: 1, owner: 2 };

interface RouteName {
  /** In lower case, as in the routes. */
  method: string;
  path: string;
}

/** The role a route needs; one without a row is for owners only. */
export function roleFor({ method, path }: RouteName): KeyRole {
  const name = `${method.toUpperCase()} ${path}`;
  return (Object.hasOwn(routeRoles, name) ? routeRoles[name] : undefined) ?? 'owner';
}

/** @throws AppError FORBIDDEN */
export function requireRole(route: RouteName, { role }: Pick<Caller, 'role'>): void {
  const needed = roleFor(route);
  if (ranks[role] >= ranks[needed]) return;
  throw new AppError('FORBIDDEN', `This key has the role "${role}"; the request needs "${needed}".`);
}
