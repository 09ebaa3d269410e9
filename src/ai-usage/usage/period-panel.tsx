import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { shareOf, sumUsd } from '#contract/usd.ts';
import { callCosts, type CallCosts, type DayPart } from '#src/ai-usage/figures/call-costs.ts';
import type { UsageSum } from '#src/ai-usage/figures/usage-sums.ts';
import type { UsageSearch } from '#src/ai-usage/search.ts';
import { messages as unpricedTexts, useUnpriced, type Unpriced, UnpricedLine } from '#src/ai-usage/unpriced.tsx';
import { formatCompact, formatPercent } from '#src/format/compact.ts';
import { addDays } from '#src/format/days.ts';
import { formatUsd, formatExactUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { formatLocale } from '#src/i18n/locale.ts';
import { type DayWindow, windowBefore } from '#src/panels/day-window.ts';
import { Panel, QueryPending, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDays } from '#src/panels/window-text.ts';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { PRINTED_TABLE } from '#src/ai-usage/figure-cells.tsx';
import type { DaysBefore, ShownWindow, WindowFigures } from './window-figures.ts';

interface PeriodPanelProps {
  readonly window: ShownWindow;
  readonly figures: UseQueryResult<WindowFigures>;
  readonly before: UseQueryResult<DaysBefore>;
  /** Of the window. */
  readonly unpriced: Unpriced | null;
  readonly search: UsageSearch;
}

const texts = messages.period;
/** From so many times as much on, times say more than percent. */
const MANY = 10;

/** The shown days against as many days right before them. */
export function PeriodPanel({ window, figures, before, unpriced, search }: PeriodPanelProps) {
  const note = texts.note(daysText(window), daysText(windowBefore(window)));
  const isPartial = window.from <= window.today && window.today < window.to;
  const now = figures.data?.total;
  const unpricedBefore = before.data?.period?.details?.unpricedCalls ?? 0;
  const estimateBefore = useUnpriced(windowBefore(window), search.price, unpricedBefore > 0);

  /** The cost with calls without a price, now and before; null where there are none, or while they are not reckoned. */
  function together(period: UsageSum): string | null {
    const isNow = (now?.details?.unpricedCalls ?? 0) > 0;
    if (now === undefined || !(isNow || unpricedBefore > 0)) return null;
    if ((isNow && unpriced === null) || (unpricedBefore > 0 && estimateBefore === null)) return null;
    const cost = formatUsd(sumUsd([now.costUsd, unpriced?.cost.usd ?? 0]));
    const from = sumUsd([period.costUsd, estimateBefore?.cost.usd ?? 0]);
    return from === 0 ? unpricedTexts.together(cost) : unpricedTexts.togetherFrom(cost, formatUsd(from));
  }

  return (
    <Panel title={texts.title(window.days)} note={isPartial ? `${note}. ${texts.partial}` : note} resource="ai_reports">
      {now === undefined ? (
        // The days before are asked for once these are there.
        <QueryPending query={figures} name={texts.name} rows={2} />
      ) : (
        <QueryState query={before} name={texts.name} rows={2}>
          {({ period }) =>
            period === null ? null : (
              <dl className="mt-2 flex flex-wrap gap-x-12 gap-y-3">
                <Change
                  label={texts.cost}
                  now={now.costUsd}
                  before={period.costUsd}
                  format={formatUsd}
                  more={together(period)}
                />
                <Change label={texts.calls} now={now.calls} before={period.calls} format={formatCount} />
                <Change label={texts.tokens} now={now.tokens} before={period.tokens} format={formatCompact} />
                <Change label={texts.errors} now={now.errors} before={period.errors} format={formatCount} />
              </dl>
            )
          }
        </QueryState>
      )}
    </Panel>
  );
}

interface ChangeProps<Amount extends number | bigint> {
  readonly label: string;
  readonly now: Amount;
  readonly before: Amount;
  readonly format: (amount: Amount) => string;
  /** The same figures with what they leave out. */
  readonly more?: string | null;
}

function Change<Amount extends number | bigint>({ label, now, before, format, more = null }: ChangeProps<Amount>) {
  return (
    <div>
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="text-20 font-semibold tabular-nums">{format(now)}</dd>
      <dd className="text-12 text-ink-3 tabular-nums">{changeText(Number(now), Number(before), format(before))}</dd>
      {more === null ? null : <dd className="text-12 text-ink-3 tabular-nums">{more}</dd>}
    </div>
  );
}

function changeText(now: number, before: number, from: string): string {
  const share = shareOf(now - before, before);
  if (share !== null && share >= MANY - 1) return texts.times(formatCount(Math.round(share + 1)), from);
  if (share === null) return texts.fromZero;
  if (share === 0) return texts.same(from);
  // Plus, or the minus sign of typography, which a screen reader says.
  const sign = share > 0 ? '+' : '\u2212';
  return texts.change(`${sign}${formatPercent(Math.abs(share))}`, from);
}

function daysText({ from, to }: Pick<DayWindow, 'from' | 'to'>): string {
  const last = addDays(to, -1);
  return from === last ? formatUtcDay(from) : texts.days(formatUtcDay(from), formatUtcDay(last));
}

interface CallCostPanelProps {
  readonly window: ShownWindow;
  readonly figures: WindowFigures;
  /** Of the window. */
  readonly unpriced: Unpriced | null;
}

const callTexts = messages.callCost;
/** Calls cost fractions of a cent. */
const perCallUsd = new Intl.NumberFormat(formatLocale(), { maximumSignificantDigits: 3 });
const times = new Intl.NumberFormat(formatLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

type Row = CallCosts['features'][number];

/** What one call of each feature cost over the shown days: which of them got dearer. Its links take long to draw. */
export const CallCostPanel = memo(function CallCostPanel({ window, figures, unpriced }: CallCostPanelProps) {
  const { parts, features } = callCosts(figures.days);
  if (features.length === 0) return null;
  return (
    <Panel title={callTexts.title} note={formatUtcDays(window)} resource="ai_reports">
      <Table
        caption={callTexts.title}
        className={`mt-1 ${PRINTED_TABLE}`}
        rows={features}
        keyOf={({ feature }) => feature}
        columns={[
          { key: 'feature', head: messages.feature.columns.feature, isRowHead: true, cell: ({ feature }) => feature },
          ...parts.map((part, at) => ({
            key: part.first,
            head: partText(part),
            isFigure: true,
            cell: ({ feature, perCall }: Row) => <PartCost feature={feature} part={part} usd={perCall[at] ?? null} />,
          })),
          {
            key: 'change',
            head: callTexts.change,
            isFigure: true,
            className: 'font-medium!',
            cell: ({ factor }) => (factor === null ? messages.feature.none : callTexts.times(times.format(factor))),
          },
        ]}
      />
      <UnpricedLine calls={figures.total.details?.unpricedCalls ?? 0} unpriced={unpriced} />
    </Panel>
  );
});

/** It leads to the calls of these days, the dearest first. */
function PartCost({
  feature,
  part,
  usd,
}: {
  readonly feature: string;
  readonly part: DayPart;
  readonly usd: number | null;
}) {
  if (usd === null) return messages.feature.none;
  return (
    <Link
      to="/ai/usage/calls"
      search={{ from: part.first, to: addDays(part.last, 1), feature, order: 'cost' }}
      title={formatExactUsd(usd)}
      aria-label={callTexts.calls(feature, partText(part))}
      className="hit relative text-inherit hover:underline"
    >
      {callTexts.usd(perCallUsd.format(usd))}
    </Link>
  );
}

function partText({ first, last }: DayPart): string {
  return first === last ? formatUtcDay(first) : messages.period.days(formatUtcDay(first), formatUtcDay(last));
}
