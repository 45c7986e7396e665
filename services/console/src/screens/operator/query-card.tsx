import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, Skeleton } from '../../components/states';

/** A list on its surface: what was read, why it could not be read, or grey lines of its height. */
export function QueryCard<Data>({
  query: { data, error, refetch },
  children,
}: {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  children: (data: Data) => ReactNode;
}): ReactNode {
  return (
    <div className="card">
      {data !== undefined && children(data)}
      {data === undefined && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && (
        <div className="operator-loading">
          <Skeleton lines={7} height={40} />
        </div>
      )}
    </div>
  );
}
