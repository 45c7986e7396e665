import Joi from 'joi';
import { keyRoles, textOf, type KeyRole } from '@medley/contracts';
import type { LedgerPosition } from '@medley/store';
import { pageFields } from '../../http/read-query';
import { readCursor } from '../usage/ledger-cursor';
import { operatorLimits } from './operator-limits';

export interface ListQuery {
  limit: number;
  cursor?: LedgerPosition;
}

const listFields = {
  limit: pageFields.limit,
  cursor: Joi.string()
    .custom((value: string, helpers) => readCursor(value) ?? helpers.message({ custom: 'is not a cursor' }))
    .description('`pagination.next_cursor` of the page before.'),
};

export const listQuery: Joi.ObjectSchema<ListQuery> = Joi.object<ListQuery>(listFields).unknown(true);

export interface AccountsQuery extends ListQuery {
  search?: string;
}

export const accountsQuery: Joi.ObjectSchema<AccountsQuery> = Joi.object<AccountsQuery>({
  ...listFields,
  search: textOf(1, operatorLimits.searchMax).description('A part of the name in any case, or the whole id.'),
}).unknown(true);

const { creditsMax } = operatorLimits;

/** Credits with at most 4 decimals, so that no unit is lost by rounding. */
function credits(min: number): Joi.NumberSchema {
  return Joi.number()
    .min(min)
    .max(creditsMax)
    .custom((value: number, helpers) =>
      Number(value.toFixed(4)) === value
        ? value
        : helpers.message({ custom: 'must have at most 4 decimals' }),
    );
}

export interface NewAccountBody {
  name: string;
  tariff: string;
  credits: number;
}

/** Only known fields: a misspelt amount of money must not be ignored. */
export const newAccountBody: Joi.ObjectSchema<NewAccountBody> = Joi.object<NewAccountBody>({
  name: textOf(1, operatorLimits.nameMax).required(),
  tariff: textOf(1, operatorLimits.tariffMax).default('standard'),
  credits: credits(0).default(0).description('The first balance.'),
}).meta({ component: 'OperatorNewAccountRequest' });

export interface AccountChangeBody {
  tariff?: string;
  suspended?: boolean;
}

export const accountChangeBody: Joi.ObjectSchema<AccountChangeBody> = Joi.object<AccountChangeBody>({
  tariff: textOf(1, operatorLimits.tariffMax),
  suspended: Joi.boolean().description('`true`: no new work; what runs ends. `false`: as before.'),
}).meta({ component: 'OperatorAccountChangeRequest' });

export interface CreditBody {
  credits: number;
}

export const creditBody: Joi.ObjectSchema<CreditBody> = Joi.object<CreditBody>({
  credits: credits(-creditsMax).invalid(0).required().description('Negative: subtracted.'),
}).meta({ component: 'OperatorCreditRequest' });

export interface OperatorKeyBody {
  name?: string;
  role: KeyRole;
}

export const operatorKeyBody: Joi.ObjectSchema<OperatorKeyBody> = Joi.object<OperatorKeyBody>({
  name: textOf(1, operatorLimits.nameMax),
  role: Joi.valid(...keyRoles).default('owner'),
}).meta({ component: 'OperatorNewKeyRequest' });
