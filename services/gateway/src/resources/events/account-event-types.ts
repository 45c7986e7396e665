import Joi from 'joi';
import { durableEventTypes } from '@medley/contracts';
import type { AccountEvent } from '@medley/store';

type AccountEventType = AccountEvent['type'];

/** Everything that the stream of an account has. */
const accountEventTypes: readonly AccountEventType[] = ['task.created', ...durableEventTypes];

export interface AccountEventQuery {
  types: AccountEventType[];
}

export const accountEventQuery: Joi.ObjectSchema<AccountEventQuery> = Joi.object<AccountEventQuery>({
  types: Joi.string()
    .custom((value: string, helpers) => {
      const names = [...new Set(value.split(','))];
      const unknown = names.find((name) => !accountEventTypes.some((type) => type === name));
      return unknown === undefined
        ? names
        : helpers.message({ custom: `must be some of ${accountEventTypes.join(', ')}, separated by commas` });
    })
    .default(() => [...accountEventTypes])
    .description('Only these events, separated by commas. Default: all.'),
}).unknown(true);
