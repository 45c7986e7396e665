import type { Stores } from '@medley/store';
import type { ServerResponse } from 'node:http';
import { readQuery } from '../../http/read-query';
import { parseAccountEventId } from './account-event-id';
import { accountEventQuery } from './account-event-types';
import type { EventStreams } from './event-streams';
import type { Route } from '../../http/route';
import { accountEventDocs, eventDocs } from './event-docs';
import { findOwnTask } from '../tasks/own-task';

export function eventRoutes({ stores, streams }: { stores: Stores; streams: EventStreams }): Route[] {
  return [
    {
      method: 'get',
      path: '/events',
      docs: accountEventDocs,
      async handle(call) {
        const { types } = readQuery(accountEventQuery, call.query);
        const { accountId, keyId, tariff } = call.caller;
        streams.check(keyId, tariff.max_event_streams);
        const request = {
          accountId,
          types,
          keyId,
          streamsMax: tariff.max_event_streams,
          resumeFrom: parseAccountEventId(call.header('Last-Event-ID')),
          isStillAllowed: () => call.isStillAllowed(),
        };
        return Promise.resolve({
          stream: (response: ServerResponse) => streams.openAccount(request, response),
        });
      },
    },
    {
      method: 'get',
      path: '/tasks/:taskId/events',
      docs: eventDocs,
      async handle(call) {
        const task = await findOwnTask(stores.tasks, call);
        const { keyId, tariff } = call.caller;
        streams.check(keyId, tariff.max_event_streams);
        const request = {
          task,
          keyId,
          streamsMax: tariff.max_event_streams,
          lastEventId: call.header('Last-Event-ID'),
          isStillAllowed: () => call.isStillAllowed(),
        };
        return { stream: (response) => streams.open(request, response) };
      },
    },
  ];
}
