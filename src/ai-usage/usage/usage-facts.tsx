import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { listAiUsage } from '#contract/ai-reports.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { billingOptions, reportOptions, useHasReports } from '#src/ai-usage/queries.ts';
import type { UsageSearch } from '#src/ai-usage/search.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCompact } from '#src/format/compact.ts';
import { addDays, monthStart, utcToday } from '#src/format/days.ts';
import { formatCount } from '#src/format/number.ts';
import { formatTime } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { windowOf } from '#src/panels/day-window.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';

interface UsageFactsProps {
  readonly usage: Reply<typeof getAiUsage> | undefined;
  readonly search: UsageSearch;
}

/** The facts that are needed to read the figures: whose days, the billing cycle, calls that cost nothing for want of a price. */
export function UsageFacts({ usage, search }: UsageFactsProps) {
  const hasReports = useHasReports();
  const today = usage?.trend?.at(-1)?.date;
  const unpriced = usage?.summary.unpriced_calls_month ?? 0;
  return (
    <section
      aria-label={messages.facts.label}
      className="mt-2.5 flex min-h-6 flex-wrap items-center gap-x-6 gap-y-1 text-12 text-ink-3 max-md:min-h-15"
    >
      <Days search={search} />
      <BillingCycle />
      {unpriced === 0 || today === undefined || !hasReports ? null : (
        <p className="text-warn-text">
          <Icon name="warning" size={14} className="me-1.5 inline align-[-2px]" />
          {messages.facts.unpriced}
          <UnpricedModels today={today} />
        </p>
      )}
      {search.from === undefined || hasReports ? null : <p className="text-warn-text">{messages.facts.needsReports}</p>}
    </section>
  );
}

/** The service adds up whole UTC days; where those begin by the clock of whoever looks. */
function Days({ search }: Pick<UsageFactsProps, 'search'>) {
  const zone = useDisplayZone();
  const { from, to } = windowOf(search, utcToday(useNow()));
  const beginsOn = (day: string) => formatTime(`${day}T00:00:00Z`, zone);
  const [first, last] = [beginsOn(from), beginsOn(addDays(to, -1))];
  if (first !== last) return <p>{messages.facts.utcChanging(zone, first, last)}</p>;
  return <p>{last === '00:00' ? messages.facts.utc : messages.facts.utcIn(zone, last)}</p>;
}

function BillingCycle() {
  const { data, isError } = useQuery(billingOptions());
  if (data === undefined) return isError ? <p>{messages.facts.cycleFailed}</p> : null;
  const { cycle_start_utc: start, cycle_end_utc: end, ai_replies_served: replies, bot_tokens: tokens } = data;
  // The API document does not say what is in the answer: another service may leave any of it out.
  if (start === undefined || end === undefined || replies === undefined || tokens === undefined) return null;
  const [from, to] = [formatUtcDay(start.slice(0, 10)), formatUtcDay(end.slice(0, 10))];
  return <p>{messages.facts.cycle(from, to, formatCount(replies), formatCompact(tokens))}</p>;
}

/** The models that have no price, each a way to its calls of this month. */
function UnpricedModels({ today }: { readonly today: string }) {
  const window = { from: monthStart(today), to: addDays(today, 1) };
  const { data } = useQuery(reportOptions(listAiUsage, { ...window, group_by: ['model'], limit: 200 }));
  const models = data?.items.filter(({ unpriced_calls }) => unpriced_calls > 0) ?? [];
  return (
    <>
      {models.map(({ model = '', unpriced_calls }, index) => (
        <Fragment key={model}>
          {index === 0 ? '' : ', '}
          <Link
            to="/ai/usage/calls"
            search={{ ...window, model, unpriced: '1' }}
            className="hit relative font-medium text-accent-text hover:underline"
          >
            {messages.facts.model(model, formatCount(unpriced_calls))}
          </Link>
        </Fragment>
      ))}
      .
    </>
  );
}
