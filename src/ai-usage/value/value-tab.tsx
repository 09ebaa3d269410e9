import { Link } from '@tanstack/react-router';
import { TranscriptDialog } from '#src/ai-usage/calls/transcript-dialog.tsx';
import { messages as pageMessages } from '#src/ai-usage/messages.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import { addDays, utcToday, windowOf } from '#src/ai-usage/usage-window.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDate } from '#src/format/utc-day.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { CostliestPanel } from './costliest-panel.tsx';
import { RepricePanel } from './reprice-panel.tsx';
import { SpendersPanel } from './spenders-panel.tsx';
import { ValueDefinitions } from './value-definitions.tsx';
import { ValueFeatures } from './value-features.tsx';
import { messages } from './value-messages.ts';
import { useCost, usePoints, useResolved, useSessions } from './value-queries.ts';
import { ValueSheet } from './value-sheet.tsx';

/** Whether the money was worth it: what it bought, what it would have cost elsewhere, and where it went. */
export function ValueTab({ search, go, hasReports }: TabProps) {
  const today = utcToday(useNow());
  const window = windowOf(search, today);
  const cost = useCost(window, hasReports);
  const resolved = useResolved(window);
  const sessions = useSessions(window);
  const points = usePoints(window, today);
  const note = pageMessages.utcDays(formatUtcDate(window.from), formatUtcDate(addDays(window.to, -1)));
  return (
    <div className="flex flex-col gap-7">
      <ValueSheet
        parts={{ cost, resolved, sessions, points }}
        search={search}
        window={window}
        note={note}
        hasReports={hasReports}
        actions={
          <Link to="/ai/month" className={buttonClass()}>
            {messages.month}
          </Link>
        }
      />
      {cost.state === 'missing' ? null : (
        <ValueFeatures
          cost={cost.state === 'known' ? cost.value : null}
          resolved={resolved.state === 'known' ? resolved.value : null}
          search={search}
          note={note}
          hasReports={hasReports}
        />
      )}
      {hasReports ? (
        <>
          <RepricePanel search={search} go={go} today={today} />
          <CostliestPanel search={search} go={go} window={window} note={note} />
          <SpendersPanel search={search} go={go} window={window} note={note} />
        </>
      ) : (
        <div className="flex flex-col gap-1 border-t border-line pt-3 text-12 text-ink-3">
          {[messages.prices.title, messages.costliest.title, messages.spenders.title].map((what) => (
            <p key={what}>{messages.needsReports(what)}</p>
          ))}
        </div>
      )}
      <ValueDefinitions window={window} today={today} note={note} hasReports={hasReports} />
      <TranscriptDialog search={search} go={go} />
    </div>
  );
}
