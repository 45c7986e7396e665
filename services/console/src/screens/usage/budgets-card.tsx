import type { KeyBudget } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card } from '../../components/card';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { useKeyName, useKeys } from './group-name';
import { usageMessages } from './usage-messages';

/** What the keys with a budget have used of it. */
export function BudgetsCard(): ReactNode {
  const messages = useMessages(usageMessages);
  const keys = useKeys();
  const nameOf = useKeyName(keys);
  const limited = (keys ?? []).flatMap(({ id, budget }) => (budget ? [{ id, budget }] : []));
  return (
    <Card title={messages.budgets} aside={<Link href="/keys">{messages.toKeys}</Link>}>
      {keys && limited.length === 0 && <p className="usage-none">{messages.noBudgets}</p>}
      <ul className="budgets">
        {limited.map(({ id, budget }) => (
          <li key={id} className="budget">
            <span className="clip">{nameOf(id)}</span>
            <BudgetFacts of={budget} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function BudgetFacts({ of: { spent, credits: all, resets_at } }: { of: KeyBudget }): ReactNode {
  const messages = useMessages(usageMessages);
  const { credits, shortTime } = useFormats();
  const share = all > 0 ? Math.min(1, spent / all) : 1;
  const text = messages.budgetOf(credits(spent), credits(all));
  return (
    <>
      <span className="budget-numbers numbers">{text}</span>
      <span className="budget-track" aria-hidden="true">
        <span
          className={share >= 1 ? 'budget-used budget-used-up' : 'budget-used'}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="budget-renewed">{messages.renewed(shortTime(resets_at))}</span>
    </>
  );
}
