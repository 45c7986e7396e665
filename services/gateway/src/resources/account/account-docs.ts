import type { RouteDocs } from '../../route-docs/route-docs';
import { refTo } from '../../route-docs/schema-builders';

export const balanceDocs: RouteDocs = {
  id: 'getBalance',
  tag: 'Account',
  summary: 'Read the balance of your account',
  success: { status: 200, description: 'Credits, and the tariff.', data: refTo('Balance') },
  errors: ['NOT_FOUND'],
  examples: [
    {
      name: 'balance',
      summary: 'With a pending task',
      response: { data: { balance: 98.7, reserved: 0.2, charged: 1.1, tariff: 'standard' } },
    },
  ],
};
