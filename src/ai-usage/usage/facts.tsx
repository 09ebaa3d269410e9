import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, Suspense, useState, type ReactNode } from 'react';
import { listAiUsage } from '#contract/ai-reports.ts';
import { listTickets } from '#contract/tickets.ts';
import { FIGURE_LINK } from '#src/ai-usage/figure-cells.tsx';
import { billingOptions, reportOptions } from '#src/ai-usage/queries.ts';
import { read } from '#src/api/read.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { addDays, formatUtcDay, monthStart, utcToday } from '#src/format/days.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCompact, formatCount } from '#src/format/number.ts';
import { formatTime } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { Button } from '#src/ui/button.tsx';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import type { ShownWindow, Usage } from './shown-figures.ts';

const PriceDialog = lazyComponent(() => import('./price-dialog.tsx'), 'PriceDialog');

const facts = messages.facts;

interface FactsProps {
  readonly usage: Usage | undefined;
  readonly window: ShownWindow;
  /** Cost of the window. */
  readonly costUsd: number | undefined;
}

/** The zone of the days, the billing cycle, calls without a price, and the cost of a resolved ticket. */
export function Facts({ usage, window, costUsd }: FactsProps) {
  const today = usage?.trend?.at(-1)?.date;
  const unpriced = usage?.summary.unpriced_calls_month ?? 0;
  return (
    <FactsLine>
      {today === undefined ? null : <ModelPrices today={today} calls={unpriced} />}
      {/* Last, as it loads last. */}
      <ResolvedFact window={window} costUsd={costUsd} />
    </FactsLine>
  );
}

/** The facts that every service knows, before others. */
export function FactsLine({ children }: { readonly children: ReactNode }) {
  return (
    <section
      aria-label={facts.label}
      className="mt-2.5 flex min-h-6 flex-wrap items-center gap-x-6 gap-y-1 text-12 text-ink-3 max-md:min-h-15"
    >
      <DaysFact />
      <BillingCycle />
      {children}
    </section>
  );
}

/** The service adds up whole UTC days; this says when they begin in the reader's zone. */
function DaysFact() {
  const zone = useDisplayZone();
  const time = formatTime(`${utcToday(useNow())}T00:00:00Z`, zone);
  return <p>{time === '00:00' ? facts.utc : facts.utcIn(zone, time)}</p>;
}

/** The cost of the window for each ticket that was resolved in it and still is; a link to these tickets. */
function ResolvedFact({ window: { from, to }, costUsd }: Pick<FactsProps, 'window' | 'costUsd'>) {
  const value = [`${from}T00:00:00.000Z`, `${to}T00:00:00.000Z`];
  const filter = JSON.stringify({ all: [{ field: 'resolved_utc', op: 'between', value }] });
  const { data } = useQuery(read(listTickets, { status: ['resolved', 'closed'], filter, limit: 1 }));
  const resolved = data?.total_count ?? 0;
  if (costUsd === undefined || resolved === 0) return null;
  return (
    <p>
      <Link to="/inbox" search={{ status: 'resolved,closed', filter }} className={FIGURE_LINK}>
        {facts.perTicket(formatUsd(costUsd / resolved), resolved, formatCount(resolved))}
      </Link>
    </p>
  );
}

/** The billing cycle need not be the calendar month. It is loaded when it is unfolded. */
function BillingCycle() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer leading-6">{facts.billing}</summary>
      {isOpen ? <Cycle /> : null}
    </details>
  );
}

function Cycle() {
  const { data, isError } = useQuery(billingOptions());
  if (data === undefined) return <p>{isError ? facts.cycleFailed : facts.cycleLoading}</p>;
  const { cycle_start_utc: start, cycle_end_utc: end, ai_replies_served: replies, bot_tokens: tokens } = data;
  // The API document names no field of the answer: another service may leave any of them out.
  if (start === undefined || end === undefined || replies === undefined || tokens === undefined)
    return <p>{facts.cycleUnknown}</p>;
  const [from, to] = [formatUtcDay(start.slice(0, 10)), formatUtcDay(end.slice(0, 10))];
  return <p>{facts.cycle(from, to, formatCount(replies), formatCompact(tokens))}</p>;
}

interface ModelPricesProps {
  readonly today: string;
  /** Calls of this month without a price. */
  readonly calls: number;
}

/** The models without a price, each a link to its calls of this month, and the dialog that sets a price. */
function ModelPrices({ today, calls }: ModelPricesProps) {
  const { prices: texts } = messages;
  const window = { from: monthStart(today), to: addDays(today, 1) };
  const { data } = useQuery({
    ...reportOptions(listAiUsage, { ...window, group_by: ['model'], limit: 200 }),
    enabled: calls > 0,
  });
  const { reason } = useWriteAccess('ai_limits:write');
  const canEdit = useEmbedded()?.canEdit !== false;
  const [isOpen, setOpen] = useState(false);
  const models = data?.items.filter(({ unpriced_calls }) => unpriced_calls > 0) ?? [];
  return (
    <p className={calls === 0 ? '' : 'text-warn-text'}>
      {calls === 0 ? null : (
        <>
          <Unpriced calls={calls} />{' '}
        </>
      )}
      {models.map(({ model = '', unpriced_calls }, index) => (
        <Fragment key={model}>
          {index === 0 ? '' : ', '}
          <Link
            to="/ai/usage/calls"
            search={{ ...window, model, unpriced: '1' }}
            className="hit relative font-medium text-accent-text hover:underline"
          >
            {facts.model(model, formatCount(unpriced_calls))}
          </Link>
        </Fragment>
      ))}
      {canEdit ? (
        <Button size="sm" variant="ghost" className="ms-1" disabledReason={reason} onClick={() => setOpen(true)}>
          {calls === 0 ? texts.open : texts.set}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {isOpen ? (
          <PriceDialog unpriced={models.map(({ model = '' }) => model)} onClose={() => setOpen(false)} />
        ) : null}
      </Suspense>
    </p>
  );
}

/** How many calls of this month have no price. */
export function Unpriced({ calls }: { readonly calls: number }) {
  return (
    <>
      <Icon name="warning" size={14} className="me-1.5 inline align-[-2px]" />
      {facts.unpriced(calls, formatCount(calls))}
    </>
  );
}
