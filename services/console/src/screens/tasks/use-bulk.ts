import { useState } from 'react';
import { useToasts } from '../../components/toasts';
import { useSession } from '../../session/session';
import { runForAll } from './run-for-all';

export interface Bulk {
  isBusy: boolean;
  /** Says how many succeeded, and the first failure. */
  run<Item>(
    items: readonly Item[],
    work: (item: Item) => Promise<unknown>,
    said: (count: number) => string,
  ): void;
}

/** Does something with many of a list; `onDone` is called when all have been tried. */
export function useBulk(onDone: () => void): Bulk {
  const { say, fail } = useToasts();
  const { endIfRejected } = useSession();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    run: (items, work, said) => {
      setBusy(true);
      void runForAll(items, work).then((errors) => {
        setBusy(false);
        if (errors.length < items.length) say(said(items.length - errors.length));
        if (errors.length > 0 && !endIfRejected(errors[0])) fail(errors[0]);
        onDone();
      });
    },
  };
}
