import { useQuery } from '@tanstack/react-query';
import type { Session } from '#contract/conversations.ts';
import { Usd } from '#src/ai-usage/figure-cells.tsx';
import { messages as pageMessages } from '#src/ai-usage/messages.ts';
import { useHasReports } from '#src/ai-usage/queries.ts';
import type { CallsSearch, TabProps } from '#src/ai-usage/search.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { addDays, utcToday } from '#src/format/days.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { useNow } from '#src/format/use-now.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile } from '#src/list-export/list-file.ts';
import { windowOf } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDaysAndYears } from '#src/panels/window-text.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Table } from '#src/ui/table.tsx';
import { CallsPager, CallTime, SessionCell, TicketLink } from './call-cells.tsx';
import { CALL_PAGE } from './calls-filters.ts';
import { CallsList } from './calls-list.tsx';
import { messages, wordIn } from './messages.ts';
import { type ConversationRow, pagesOfSessions, sessionCountsOptions, sessionPageOptions } from './session-queries.ts';
import { TranscriptDialog } from './transcript-dialog.tsx';

/** The rows behind every figure of the page: calls, and the conversations that they were made for. */
export function CallsTab({ search, go }: TabProps<CallsSearch>) {
  const hasReports = useHasReports();
  const list = search.list ?? 'calls';
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Segmented
          label={messages.lists}
          value={list}
          options={[
            { value: 'calls', label: messages.calls },
            { value: 'conversations', label: messages.conversations },
          ]}
          onChange={(value) => go({ ...search, list: value === 'calls' ? undefined : value, skip: undefined })}
        />
      </div>
      {list === 'conversations' ? (
        <ConversationsList search={search} />
      ) : hasReports ? (
        <CallsList search={search} go={go} />
      ) : (
        <EmptyBlock icon="info" title={pageMessages.notProvided} text={pageMessages.notProvidedText} />
      )}
      <TranscriptDialog search={search} onClose={() => go({ ...search, transcript: undefined })} />
    </div>
  );
}

/** What the list shows of a conversation, and the ids. */
const SESSION_FIELDS = [
  'session_id',
  'started_utc',
  'ended_utc',
  'channel',
  'outcome',
  'message_count',
  'cost_usd',
  'ticket_id',
  'customer_identity_id',
] as const satisfies readonly (keyof Session)[];

/** The conversations of the window: the rows behind the figures of sessions. */
function ConversationsList({ search }: { readonly search: CallsSearch }) {
  const window = windowOf(search, utcToday(useNow()));
  const whoami = useWhoami();
  const isThere = hasExtension(whoami, 'ai_sessions');
  const counts = useQuery({ ...sessionCountsOptions(window), enabled: isThere });
  const skip = search.skip ?? 0;
  const page = useQuery({
    ...sessionPageOptions(window, counts.data?.after ?? 0, { limit: CALL_PAGE, skip }),
    enabled: isThere && counts.data !== undefined,
  });
  if (!isThere) {
    return <EmptyBlock icon="info" title={pageMessages.notProvided} text={messages.sessionsNeed} />;
  }
  return (
    <Panel
      title={messages.conversations}
      note={messages.sessionsCovers(formatUtcDaysAndYears(window))}
      actions={
        <ExportButton<ConversationRow>
          command="ai-conversations-download"
          label={messages.csv.save}
          total={counts.data?.total}
          nothing={messages.csv.nothing}
          fileOf={() => ({
            fileName: `ai-conversations-${whoami.site_id}-${window.from}-to-${addDays(window.to, -1)}-utc.csv`,
            readPage: pagesOfSessions(window, counts.data?.after ?? 0),
            fileOf: (rows) => fieldsFile(SESSION_FIELDS, rows),
          })}
        />
      }
    >
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
                  const sessions = items.slice(0, Math.max(0, total - skip));
                  return (
                    <>
                      <SessionTable sessions={sessions} search={search} />
                      <CallsPager
                        search={search}
                        shown={sessions.length}
                        total={total}
                        range={messages.rangeOfSessions}
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

function SessionTable({ sessions, search }: { readonly sessions: readonly Session[]; readonly search: CallsSearch }) {
  const { sessionColumn: column } = messages;
  const toCalls: CallsSearch = { ...search, list: undefined, skip: undefined };
  return (
    <Table
      caption={messages.conversations}
      className="mt-1 text-12"
      rows={sessions}
      keyOf={({ session_id }) => session_id}
      columns={[
        {
          key: 'started',
          head: column.started(useDisplayZone()),
          cell: ({ started_utc }) => <CallTime iso={started_utc} />,
        },
        {
          key: 'session',
          head: column.session,
          isRowHead: true,
          cell: ({ session_id }) => <SessionCell session={session_id} toCalls={toCalls} />,
        },
        {
          key: 'outcome',
          head: column.outcome,
          cell: ({ outcome }) => wordIn(messages.outcome, outcome),
        },
        {
          key: 'messages',
          head: column.messages,
          isFigure: true,
          cell: ({ message_count }) => formatCount(message_count),
        },
        { key: 'cost', head: column.cost, isFigure: true, cell: ({ cost_usd }) => <Usd usd={cost_usd} /> },
        { key: 'channel', head: column.channel, cell: ({ channel }) => channelWord(channel) },
        { key: 'ticket', head: column.ticket, cell: ({ ticket_id }) => <TicketLink id={ticket_id} /> },
      ]}
    />
  );
}
