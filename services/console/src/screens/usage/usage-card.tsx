import type { Usage } from '@medley/client/browser';
import { lazy, Suspense, useCallback, useMemo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Segmented } from '../../components/segmented';
import { EmptyState, ErrorState, Skeleton } from '../../components/states';
import { saveFile } from '../../device/save-file';
import { useFormats } from '../../i18n/formats';
import { useLocale, useMessages } from '../../i18n/locale';
import { useKeyName, useKeys } from './group-name';
import { amounts, daysOf, groups, type UsageView } from './period';
import { writeCsv } from './usage-csv';
import { usageMessages } from './usage-messages';
import { UsageTable } from './usage-table';
import { useUsage } from './use-usage';

const DayChart = lazy(async () => ({ default: (await import('./day-chart')).DayChart }));

interface UsageCardProps {
  view: UsageView;
  onChange: (change: Partial<UsageView>) => void;
}

export function UsageCard({ view, onChange }: UsageCardProps): ReactNode {
  const messages = useMessages(usageMessages);
  const { data, error, refetch } = useUsage(view);
  const keyName = useKeyName(useKeys());
  return (
    <Card
      title={messages.usage}
      aside={data && data.items.length > 0 && <CsvButton usage={data} keyName={keyName} />}
    >
      <div className="usage-choices">
        <Segmented
          label={messages.by}
          value={view.by}
          choices={groups.map((value) => ({ value, label: messages[value] }))}
          onChange={(by) => onChange({ by })}
        />
        <Segmented
          label={messages.amount}
          value={view.amount}
          choices={amounts.map((value) => ({ value, label: messages[value] }))}
          onChange={(amount) => onChange({ amount })}
        />
      </div>
      {data && <UsageContent usage={data} view={view} keyName={keyName} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="usage-loading">
          <Skeleton lines={1} height={220} />
        </div>
      )}
    </Card>
  );
}

type KeyName = (id: string | null) => string;

function UsageContent({
  usage,
  view,
  keyName,
}: {
  usage: Usage;
  view: UsageView;
  keyName: KeyName;
}): ReactNode {
  const messages = useMessages(usageMessages);
  const formatDay = useDayFormat();
  const nameOf = (group: string | null): string => {
    if (usage.group_by === 'key') return keyName(group);
    if (group === null) return messages.unknown;
    return usage.group_by === 'day' ? formatDay(group) : group;
  };
  if (usage.items.length === 0)
    return (
      <EmptyState icon="chart" title={messages.none}>
        <p>{messages.noneHint}</p>
        <Link className="button" href="/playground">
          {messages.tryIt}
        </Link>
      </EmptyState>
    );
  return (
    <>
      {usage.group_by === 'day' && <Chart usage={usage} view={view} />}
      <UsageTable usage={usage} amount={view.amount} nameOf={nameOf} />
    </>
  );
}

function Chart({ usage, view: { amount } }: { usage: Usage; view: UsageView }): ReactNode {
  const messages = useMessages(usageMessages);
  const { number, credits } = useFormats();
  const formatDay = useDayFormat();
  const days = useMemo(() => daysOf(usage), [usage]);
  const values = useMemo(() => {
    const byDay = new Map(usage.items.map((row) => [row.group, row[amount]]));
    return days.map((day) => byDay.get(day) ?? 0);
  }, [days, usage, amount]);
  return (
    <Suspense fallback={<div className="day-chart" />}>
      <DayChart
        days={days}
        values={values}
        label={messages.chart(messages[amount])}
        formatDay={formatDay}
        formatValue={amount === 'credits' ? credits : number}
      />
    </Suspense>
  );
}

function CsvButton({ usage, keyName }: { usage: Usage; keyName: KeyName }): ReactNode {
  const messages = useMessages(usageMessages);
  const { from, to, group_by, items } = usage;
  return (
    <Button
      icon="download"
      onClick={() =>
        saveFile(
          `medley-usage-by-${group_by}-${from}-${to}.csv`,
          new Blob([writeCsv(group_by, items, group_by === 'key' ? keyName : null)], {
            type: 'text/csv;charset=utf-8',
          }),
        )
      }
    >
      {messages.csv}
    </Button>
  );
}

/** A day of UTC, which is another day of the person in many places. */
function useDayFormat(): (day: string) => string {
  const { locale } = useLocale();
  const format = useMemo(
    () =>
      new Intl.DateTimeFormat(locale === 'ru' ? 'ru-RU' : 'en-GB', {
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      }),
    [locale],
  );
  return useCallback((day) => format.format(new Date(day)), [format]);
}
