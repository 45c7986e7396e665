import type { Usage, UsageAmounts } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { amounts, type Amount } from './period';
import { usageMessages } from './usage-messages';

/** The numbers of the chart, and its bars where rows are no days. */
export function UsageTable({
  usage,
  amount,
  nameOf,
}: {
  usage: Usage;
  amount: Amount;
  nameOf: (group: string | null) => string;
}): ReactNode {
  const messages = useMessages(usageMessages);
  const isOfDays = usage.group_by === 'day';
  const largest = Math.max(...usage.items.map((row) => row[amount]));
  // The service gives days from the first on.
  const rows = isOfDays
    ? usage.items.toReversed()
    : usage.items.toSorted((one, other) => other[amount] - one[amount]);
  return (
    <div className="usage-scroller" tabIndex={0} role="region" aria-label={messages.usage}>
      <table className="usage-table numbers">
        <thead>
          <tr>
            <th scope="col">{messages[`${usage.group_by}Column`]}</th>
            {!isOfDays && <td className="usage-bar-cell" />}
            {amounts.map((name) => (
              <th key={name} scope="col">
                {messages[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.group}>
              <th scope="row">
                <span className="usage-group clip">{nameOf(row.group)}</span>
              </th>
              {!isOfDays && <BarCell share={largest > 0 ? row[amount] / largest : 0} />}
              <AmountCells of={row} />
            </tr>
          ))}
        </tbody>
        <TotalRow usage={usage} />
      </table>
    </div>
  );
}

function TotalRow({ usage: { group_by, total } }: { usage: Usage }): ReactNode {
  const messages = useMessages(usageMessages);
  return (
    <tfoot>
      <tr>
        <th scope="row">{group_by === 'step' ? messages.stepTotal : messages.total}</th>
        {group_by !== 'day' && <td />}
        <AmountCells of={total} />
      </tr>
    </tfoot>
  );
}

function AmountCells({ of: row }: { of: UsageAmounts }): ReactNode {
  const { number, credits } = useFormats();
  return amounts.map((name) => (
    <td key={name}>{name === 'credits' ? credits(row.credits) : number(row[name])}</td>
  ));
}

function BarCell({ share }: { share: number }): ReactNode {
  return (
    <td className="usage-bar-cell" aria-hidden="true">
      <span className="usage-bar" style={{ width: `${share * 100}%` }} />
    </td>
  );
}
