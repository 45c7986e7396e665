import type { Stores } from '@medley/store';
import type { EventStreams } from './event-streams';
import type { Route } from '../../http/route';
import { eventDocs } from './event-docs';
import { findOwnTask } from '../tasks/own-task';

export function eventRoutes({ stores, streams }: { stores: Stores; streams: EventStreams }): Route[] {
  return [
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
