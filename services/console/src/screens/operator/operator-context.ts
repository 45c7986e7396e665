import type { MedleyOperator, OperatorAbout } from '@medley/client/browser';
import { createContext, use } from 'react';

/** What the operator's screens work with. */
export interface OperatorSession {
  operator: MedleyOperator;
  about: OperatorAbout;
}

export const OperatorContext = createContext<OperatorSession | null>(null);

export function useOperator(): OperatorSession {
  const session = use(OperatorContext);
  if (!session) throw new TypeError('No operator is signed in above this component.');
  return session;
}
