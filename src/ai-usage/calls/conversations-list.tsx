import { useQuery } from '@tanstack/react-query';
import type { Session } from '#contract/conversations.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { CELL, HEAD, NUMBER } from '#src/ai-usage/figure-class.ts';
import { messages as pageMessages } from '#src/ai-usage/messages.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import type { AiSearch } from '#src/ai-usage/search.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import { Usd } from '#src/ai-usage/usd.tsx';
import { addDays, utcToday, windowOf } from '#src/ai-usage/usage-window.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDate } from '#src/format/utc-day.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { FilterLink, TicketLink, TranscriptLink } from './call-cells.tsx';
import { CALL_PAGE } from './calls-filters.ts';
import { messages, wordIn } from './calls-messages.ts';
import { CallTime } from './calls-table.tsx';
import { Pager } from './pager.tsx';
import { sessionCountsOptions, sessionPageOptions } from './session-queries.ts';

/** The conversations of the window: the rows behind the figures of sessions. */
export function ConversationsList({ search }: TabProps) {
  const window = windowOf(search, utcToday(useNow()));
  const isThere = hasExtension(useWhoami(), 'ai_sessions');
  const counts = useQuery({ ...sessionCountsOptions(window), enabled: isThere });
  const skip = search.skip ?? 0;
  const page = useQuery({
    ...sessionPageOptions(window, counts.data?.after ?? 0, { limit: CALL_PAGE, skip }),
    enabled: isThere && counts.data !== undefined,
  });
  if (!isThere) {
    return <EmptyBlock icon="info" title={pageMessages.notProvided} text={messages.sessionsNeed} />;
  }
  const range = pageMessages.utcDays(formatUtcDate(window.from), formatUtcDate(addDays(window.to, -1)));
  return (
    <Panel title={messages.conversations} note={messages.sessionsCovers(range)} resource="ai_sessions">
      <QueryState query={counts} name={messages.conversations} rows={12}>
        {({ total, handedOff }) =>
          total === 0 ? (
            <EmptyBlock icon="chat" {...messages.emptySessions} />
          ) : (
            <>
              <p className="mt-2 text-12 text-ink-2 tabular-nums">
                {messages.sessionsSum(formatCount(total - handedOff), formatCount(total))}
              </p>
              <QueryState query={page} name={messages.conversations} rows={12}>
                {({ items }) => {
                  // Beyond its end the resource would go on with what began before the window: there is nothing.
                  const shown = items.slice(0, Math.max(0, total - skip));
                  return (
                    <>
                      <SessionTable sessions={shown} search={search} />
                      <Pager
                        search={search}
                        skip={skip}
                        shown={shown.length}
                        total={total}
                        size={CALL_PAGE}
                        text={messages.rangeOfSessions}
                      />
                    </>
                  );
                }}
              </QueryState>
            </>
          )
        }
      </QueryState>
    </Panel>
  );
}

interface SessionTableProps {
  readonly sessions: readonly Session[];
  readonly search: AiSearch;
}

const { sessionColumn: column } = messages;

function SessionTable({ sessions, search }: SessionTableProps) {
  const zone = useDisplayZone();
  const toCalls: AiSearch = { ...search, list: undefined, skip: undefined };
  return (
    <div className="mt-1 overflow-x-auto">
      <table className="w-full border-collapse text-12">
        <caption className="sr-only">{messages.conversations}</caption>
        <thead>
          <tr className="border-b border-line">
            {[column.started(zone), column.session, column.outcome].map((label) => (
              <th key={label} scope="col" className={`${HEAD} text-start`}>
                {label}
              </th>
            ))}
            {[column.messages, column.cost].map((label) => (
              <th key={label} scope="col" className={`${HEAD} text-end`}>
                {label}
              </th>
            ))}
            {[column.channel, column.ticket].map((label) => (
              <th key={label} scope="col" className={`${HEAD} text-start`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.session_id} className="border-b border-line hover:bg-hover">
              <td className={`${CELL} whitespace-nowrap tabular-nums`}>
                <CallTime iso={session.started_utc} zone={zone} />
              </td>
              <th scope="row" className={`${CELL} text-start font-normal`}>
                <span className="inline-flex max-w-full items-center gap-2">
                  <FilterLink
                    search={toCalls}
                    filter="session"
                    filters={{ session: session.session_id }}
                    value={session.session_id}
                  />
                  <TranscriptLink search={search} session={session.session_id} />
                </span>
              </th>
              <td className={CELL}>{wordIn(messages.outcome, session.outcome)}</td>
              <td className={NUMBER}>{formatCount(session.message_count)}</td>
              <td className={NUMBER}>
                <Usd usd={session.cost_usd} />
              </td>
              <td className={CELL}>{channelWord(session.channel)}</td>
              <td className={`${CELL} whitespace-nowrap`}>
                {session.ticket_id === null ? (
                  <span className="text-ink-3">{messages.none}</span>
                ) : (
                  <TicketLink id={session.ticket_id} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
