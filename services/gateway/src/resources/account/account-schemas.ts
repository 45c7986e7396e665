import type { JsonSchema } from '@medley/contracts';
import * as schema from '../../route-docs/schema-builders';

/** Schemas of the responses. */
export const accountSchemas = {
  Balance: schema.recordOf<{ balance: number; reserved: number; charged: number; tariff: string }>({
    balance: schema.describedNumber('Credits that can be spent.'),
    reserved: schema.describedNumber('Credits reserved for pending tasks.'),
    charged: schema.describedNumber('Credits spent so far.'),
    tariff: schema.text,
  }),
} satisfies Record<string, JsonSchema>;
