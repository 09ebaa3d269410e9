import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type HandoffDays, handoffDaysOptions } from '#src/conversations/handovers/handoff-figures.ts';
import { formatAge } from '#src/format/time.ts';
import { type DayWindow, formatZoneDays } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { shareText } from './lead.tsx';
import { messages } from './messages.ts';

const texts = messages.handovers;

/** How many conversations were handed over and how long they waited; the days are on the tab of handoffs. */
export function HandoversPanel({ window }: { readonly window: DayWindow }) {
  const query = useQuery(handoffDaysOptions(window));
  const { from, to } = window;
  return (
    <Panel
      title={texts.title}
      note={formatZoneDays(window, 'UTC')}
      actions={
        <Link
          to="/conversations/handovers"
          search={{ from, to }}
          className="hit relative text-12 text-accent-text hover:underline"
        >
          {texts.days}
        </Link>
      }
    >
      <QueryState query={query} name={texts.title} rows={2} rowClass="min-h-10">
        {({ totals, previous }) =>
          totals.sessions === 0 ? (
            <p className="mt-1 text-ink-3">{texts.empty}</p>
          ) : (
            <FactList
              className="mt-1"
              facts={[
                [
                  texts.rate,
                  <>
                    <Link
                      to="/conversations"
                      search={{ from, to, outcome: 'handed_off' }}
                      className="hit relative font-medium hover:underline"
                    >
                      {shareText(totals)}
                    </Link>
                    <span className="block text-12 text-ink-3">{texts.before(shareText(previous))}</span>
                  </>,
                ],
                [
                  texts.wait,
                  <span key="wait" title={texts.waitHint}>
                    <span className="font-medium">{waitText(totals)}</span>
                    <span className="block text-12 text-ink-3">{texts.before(waitText(previous))}</span>
                  </span>,
                ],
              ]}
            />
          )
        }
      </QueryState>
    </Panel>
  );
}

function waitText({ median_wait_seconds: seconds }: HandoffDays['totals']): string {
  return seconds === null ? texts.noWait : formatAge(seconds * 1_000);
}
