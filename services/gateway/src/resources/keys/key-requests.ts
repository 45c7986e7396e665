import Joi from 'joi';
import { budgetPeriodNames, keyRoles, textOf, type BudgetPeriod, type KeyRole } from '@medley/contracts';
import { keyLimits } from '@medley/store';

const name = textOf(1, keyLimits.nameMax).description('For people, not unique.');
const role = Joi.valid(...keyRoles).description(
  '`owner`: everything; `tasks`: all but keys, secrets and the ledger; `read`: tasks, steps and usage, and validation.',
);

/** RFC 3339 with seconds. */
const instant = Joi.string()
  .meta({ json: { format: 'date-time' } })
  .custom((value: string, helpers) => {
    const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
    const date = pattern.test(value) ? new Date(value) : null;
    return date && !Number.isNaN(date.getTime())
      ? date
      : helpers.message({ custom: 'must be a time like 2027-01-31T12:00:00Z' });
  })
  .description('The key is refused from then on.');

interface BudgetBody {
  credits: number;
  period: BudgetPeriod;
}

const budget = Joi.object<BudgetBody>({
  credits: Joi.number().greater(0).max(keyLimits.budgetCreditsMax).required(),
  period: Joi.valid(...budgetPeriodNames)
    .required()
    .description('Begins at midnight UTC, a month with its first day.'),
})
  .unknown(true)
  .description('What tasks of this key may cost in a day or a month. Beyond it: 402.');

export interface NewKeyBody {
  name?: string;
  role: KeyRole;
  expires_at?: Date;
  budget?: BudgetBody;
}

export const newKeyBody: Joi.ObjectSchema<NewKeyBody> = Joi.object<NewKeyBody>({
  name,
  role: role.default('tasks'),
  expires_at: instant,
  budget: budget.meta({ component: 'KeyBudgetRequest' }),
})
  .unknown(true)
  .meta({ component: 'NewKeyRequest' });

export interface KeyChangeBody {
  name?: string | null;
  role?: KeyRole;
  active?: boolean;
  expires_at?: Date | null;
  budget?: BudgetBody | null;
}

/** The fields that `null` empties. */
export const keyChangeBody: Joi.ObjectSchema<KeyChangeBody> = Joi.object<KeyChangeBody>({
  name: name.allow(null).meta({ json: { type: ['string', 'null'] } }),
  role,
  active: Joi.boolean().description('`false`: refused until it is `true` again.'),
  expires_at: instant
    .allow(null)
    .meta({ json: { type: ['string', 'null'], format: 'date-time' } })
    .description('`null`: never.'),
  budget: budget
    .allow(null)
    .meta({ json: { type: ['object', 'null'] } })
    .description('`null`: none.'),
})
  .unknown(true)
  .meta({ component: 'KeyChangeRequest' });
