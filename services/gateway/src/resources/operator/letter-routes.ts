import { AppError } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { OperatorCall, OperatorRoute } from '../../http/operator-route';
import { readQuery } from '../../http/read-query';
import { accepted, ok } from '../../http/response';
import { letterDocs } from './operator-docs';
import { listQuery } from './operator-requests';
import { showLetter } from './operator-views';
import { pageOf } from './page-of';

const PATH = '/operator/dead-letters';

/** Dead letters: messages that could not be handled. */
export function letterRoutes({
  stores: { deadLetters },
}: {
  stores: Pick<Stores, 'deadLetters'>;
}): OperatorRoute[] {
  const retry = async (call: OperatorCall, which: { id: string } | 'all'): Promise<number> => {
    const count = await deadLetters.requestRetry(which);
    call.log('retry of dead letters', { count });
    return count;
  };
  return [
    {
      method: 'get',
      path: PATH,
      docs: letterDocs.list,
      async handle({ query }) {
        const { limit, cursor } = readQuery(listQuery, query);
        const after = cursor ? { id: cursor.id, last_at: cursor.at } : null;
        const found = await deadLetters.list(after, limit + 1);
        const page = pageOf(found, { limit, show: showLetter, at: (letter) => letter.last_at });
        return ok({ ...page, total: await deadLetters.count() });
      },
    },
    {
      method: 'post',
      path: `${PATH}/retry`,
      docs: letterDocs.retryAll,
      handle: async (call) => accepted({ retried: await retry(call, 'all') }),
    },
    {
      method: 'post',
      path: `${PATH}/:letterId/retry`,
      docs: letterDocs.retry,
      async handle(call) {
        const retried = await retry(call, { id: call.params['letterId'] ?? '' });
        if (retried === 0)
          throw new AppError('NOT_FOUND', 'There is no such dead letter that can be retried.');
        return accepted({ retried });
      },
    },
    dropOf(deadLetters),
  ];
}

function dropOf(deadLetters: Stores['deadLetters']): OperatorRoute {
  return {
    method: 'delete',
    path: `${PATH}/:letterId`,
    docs: letterDocs.drop,
    async handle(call) {
      const id = call.params['letterId'] ?? '';
      if (!(await deadLetters.drop(id))) throw new AppError('NOT_FOUND', 'There is no such dead letter.');
      call.log('dead letter dropped');
      return ok({ id });
    },
  };
}
