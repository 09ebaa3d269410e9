import { useQuery } from '@tanstack/react-query';
import { shareOf, sumUsd } from '#contract/usd.ts';
import { CapsPanel } from '#src/ai-usage/caps/caps-panel.tsx';
import { Cents, Count } from '#src/ai-usage/figure-cells.tsx';
import { daysOfTrend, type DaySum } from '#src/ai-usage/figures/days.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import { limitsOptions, usageOptions } from '#src/ai-usage/queries.ts';
import type { TabProps, UsageSearch } from '#src/ai-usage/search.ts';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { formatUtcDays } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { Table } from '#src/ui/table.tsx';
import { BurnUpPanel } from './burn-up-panel.tsx';
import { DaysPanel } from './days-panel.tsx';
import { FactsLine, Unpriced } from './facts.tsx';
import { messages } from './messages.ts';
import { useMonthFigures, useShownWindow, type Usage } from './shown-figures.ts';
import { Head, MonthAndCaps } from './verdict.tsx';

const texts = messages.breakdown;

/** The page of a service that has `ai_usage` and `ai_limits` alone: without lists of calls behind its figures. */
export function DocumentUsage({ search, go }: TabProps<UsageSearch>) {
  const usage = useQuery(usageOptions());
  const limits = useQuery(limitsOptions()).data;
  const month = useMonthFigures(usage.data);
  const window = useShownWindow(search);
  const days = useQuery({ ...usageOptions(window.days), select: daysOfUsage });
  const features = useQuery(usageOptions(window.days));
  const unpriced = usage.data?.summary.unpriced_calls_month ?? 0;
  return (
    <>
      <Head usage={usage} month={month} limits={limits}>
        <FactsLine>
          {unpriced === 0 ? null : (
            <p className="text-warn-text">
              <Unpriced calls={unpriced} />
            </p>
          )}
        </FactsLine>
      </Head>
      <p className="mt-1 text-12 text-ink-3">{page.notProvided}</p>
      <MonthAndCaps chart={<BurnUpPanel usage={usage} month={month} limits={limits} />}>
        <CapsPanel search={search} go={go} />
      </MonthAndCaps>
      <div className="mt-5 flex flex-col gap-6 border-t border-line pt-4">
        <DaysPanel window={window} query={days} unusual={[]} isLinked={false} search={search} go={go} />
        <Panel title={texts.title} note={formatUtcDays(window)}>
          <QueryState query={features} name={texts.title} rows={8}>
            {({ by_feature: rows }) => (
              <FeaturesTable rows={rows} caption={texts.caption.feature(formatUtcDays(window))} />
            )}
          </QueryState>
        </Panel>
      </div>
    </>
  );
}

function daysOfUsage({ trend = [] }: Usage): readonly DaySum[] {
  return daysOfTrend(trend);
}

interface FeaturesTableProps {
  readonly rows: Usage['by_feature'];
  readonly caption: string;
}

function FeaturesTable({ rows, caption }: FeaturesTableProps) {
  const { columns } = texts;
  const sum = (of: (row: Usage['by_feature'][number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const calls = sum((row) => row.calls);
  const share = (part: number, all: number) => formatPercent(shareOf(part, all) ?? 0);
  return (
    <Table
      caption={caption}
      className="mt-1"
      phone="stack"
      rows={rows}
      keyOf={({ feature }) => feature}
      columns={[
        { key: 'name', head: texts.one.feature, isRowHead: true, cell: ({ feature }) => feature, foot: texts.total },
        {
          key: 'cost',
          head: columns.cost,
          isFigure: true,
          cell: ({ cost_usd: usd }) => <Cents usd={usd} />,
          foot: <Cents usd={sumUsd(rows.map(({ cost_usd: usd }) => usd))} />,
        },
        {
          key: 'calls',
          head: columns.calls,
          isFigure: true,
          cell: (row) => formatCount(row.calls),
          foot: formatCount(calls),
        },
        {
          key: 'tokens',
          head: columns.tokens,
          isFigure: true,
          cell: ({ tokens }) => <Count count={tokens} />,
          foot: <Count count={rows.reduce((total, { tokens }) => total + tokens, 0n)} />,
        },
        {
          key: 'errors',
          head: columns.errors,
          isFigure: true,
          cell: (row) => share(row.errors, row.calls),
          foot: share(
            sum((row) => row.errors),
            calls,
          ),
        },
        {
          key: 'cache',
          head: columns.cache,
          isFigure: true,
          cell: (row) => share(row.cache_hits, row.calls),
          foot: share(
            sum((row) => row.cache_hits),
            calls,
          ),
        },
      ]}
    />
  );
}
