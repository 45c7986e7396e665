import Joi from 'joi';
import { limits } from '@medley/contracts';
import type { Query } from './parse-query';
import { checkBody } from '../validation/check-body';
import { throwIfInvalid } from '../validation/validation-error';

/** An integer in decimal digits, without a sign or leading zeros. */
function wholeNumber(min: number, max: number): Joi.StringSchema {
  return Joi.string()
    .meta({ json: { type: 'integer', minimum: min, maximum: max } })
    .custom((value: string, helpers) => {
      const number = /^(?:0|[1-9]\d{0,15})$/.test(value) ? Number(value) : NaN;
      return number >= min && number <= max
        ? number
        : helpers.message({ custom: `must be a whole number from ${min} to ${max}` });
    });
}

export interface PageQuery {
  limit: number;
  offset: number;
}

/** Query parameters of every listing. MongoDB limits `skip` to 32 bits. */
export const pageFields = {
  limit: wholeNumber(1, limits.listLimitMax).default(limits.listLimitDefault),
  offset: wholeNumber(0, 2 ** 31 - 1).default(0),
};

export const pageQuery: Joi.ObjectSchema<PageQuery> = Joi.object<PageQuery>(pageFields).unknown(true);

/** @throws AppError VALIDATION_ERROR */
export function readQuery<T>(schema: Joi.ObjectSchema<T>, query: Query): T {
  const { value, issues } = checkBody(schema, query);
  throwIfInvalid(issues);
  return value;
}
