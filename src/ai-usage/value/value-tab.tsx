import { TranscriptDialog } from '#src/ai-usage/calls/transcript-dialog.tsx';
import { csatDays, instantsOf, resolvedFilter } from '#src/ai-usage/figures/value-figures.ts';
import { useHasReports } from '#src/ai-usage/queries.ts';
import type { ValueSearch, TabProps } from '#src/ai-usage/search.ts';
import { useUnpriced } from '#src/ai-usage/unpriced/use-unpriced.ts';
import { utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { type DayWindow, windowOf } from '#src/panels/day-window.ts';
import { Panel } from '#src/panels/panel.tsx';
import { formatUtcDaysAndYears } from '#src/panels/window-text.ts';
import { CostliestPanel } from './costliest-panel.tsx';
import { ErrorsPanel } from './errors-panel.tsx';
import { messages } from './messages.ts';
import { RepricePanel } from './reprice-panel.tsx';
import { SpendersPanel } from './spenders-panel.tsx';
import { ValueFeatures } from './value-features.tsx';
import { useCost, usePoints, useResolved, useSessions } from './value-queries.ts';
import { ValueSheet } from './value-sheet.tsx';

/** Weighs the money: what it bought, what it would have cost elsewhere, and where it went. */
export function ValueTab({ search, go }: TabProps<ValueSearch>) {
  const hasReports = useHasReports();
  const today = utcToday(useNow());
  const window = windowOf(search, today);
  const cost = useCost(window);
  const resolved = useResolved(window);
  const sessions = useSessions(window);
  const points = usePoints(window, today);
  const unpricedCalls = cost.state === 'known' ? cost.value.unpricedCalls : 0;
  const unpriced = useUnpriced(window, search.price, unpricedCalls > 0);
  const note = formatUtcDaysAndYears(window);
  return (
    <div className="flex flex-col gap-7">
      <ValueSheet
        parts={{ cost, resolved, sessions, points }}
        unpriced={unpriced}
        search={search}
        go={go}
        window={window}
        note={note}
      />
      <ValueFeatures cost={cost} resolved={resolved} unpriced={unpriced} search={search} note={note} />
      {hasReports ? (
        <>
          <RepricePanel search={search} go={go} today={today} />
          <CostliestPanel search={search} go={go} window={window} unpriced={unpriced} />
          <SpendersPanel search={search} go={go} window={window} unpriced={unpriced} />
          <ErrorsPanel search={search} window={window} />
        </>
      ) : (
        <div className="flex flex-col gap-1 border-t border-line pt-3 text-12 text-ink-3">
          {[messages.prices.title, messages.costliest.title, messages.spenders.title].map((what) => (
            <p key={what}>{messages.needsReports(what)}</p>
          ))}
        </div>
      )}
      <Definitions window={window} today={today} />
      <TranscriptDialog search={search} go={go} />
    </div>
  );
}

const texts = messages.definitions;

/** The meaning of each figure, and the calls that it comes from. */
function Definitions({ window, today }: { readonly window: DayWindow; readonly today: string }) {
  const hasReports = useHasReports();
  const { from, to } = instantsOf(window);
  const calls: Readonly<Record<keyof typeof texts.items, readonly string[]>> = {
    cost: [
      hasReports
        ? `ai_reports report=usage from=${window.from} to=${window.to} group_by=feature`
        : `ai_usage days=${window.days}`,
    ],
    tickets: [`tickets status=resolved,closed filter=${resolvedFilter(window)} limit=1`],
    sessions: [
      `ai_sessions since=${from}`,
      ...(window.endsToday ? [] : [`ai_sessions since=${to}`]),
      'outcome=handed_off',
    ],
    points: [`csat days=${csatDays(window, today) ?? '–'} include=trend`],
  };
  return (
    <Panel title={texts.title} note={formatUtcDaysAndYears(window)}>
      <dl className="mt-1">
        {(['cost', 'tickets', 'sessions', 'points'] as const).map((key) => (
          <div key={key} className="border-b border-line py-2">
            <dt className="font-medium">{texts.items[key].term}</dt>
            <dd className="text-12 text-ink-2">{texts.items[key].text}</dd>
            <dd className="text-12 text-ink-3">
              {texts.from}{' '}
              {calls[key].map((line) => (
                <code key={line} className="me-2 font-mono text-11 [overflow-wrap:anywhere]">
                  {line}
                </code>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
