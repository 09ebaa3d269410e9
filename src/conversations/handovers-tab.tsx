import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Handoff, HANDOFF_STATUSES, type HandoffStatus, listHandoffs } from '#contract/conversations.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { wordOf } from '#src/format/ticket-words.ts';
import { formatAge, formatMoment, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { defineMessages, plural } from '#src/i18n/messages.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, pagesOf, useFileName } from '#src/list-export/list-file.ts';
import { type DayWindow, formatUtcDays } from '#src/panels/day-window.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { CountChips } from '#src/ui/count-chips.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { MoreRows, useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { Table } from '#src/ui/table.tsx';
import { insightsOptions } from './insights/queries.ts';
import { messages as page } from './messages.ts';
import { handoffsOptions, handoffsQuery, useHasSessions, useShownWindow } from './queries.ts';
import type { HandoversSearch, TabProps } from './search.ts';

const LINK = 'hit relative text-accent-text hover:underline';
const MINUTE_MS = 60_000;
/** While a visitor waits: amber from here on, red from an hour. */
const LATE_MS = 10 * MINUTE_MS;
const TOO_LATE_MS = 60 * MINUTE_MS;

const FIELDS = [
  'id',
  'created_utc',
  'session_id',
  'name',
  'customer_identity_id',
  'visitor_key',
  'channel',
  'reason',
  'status',
  'wait_seconds',
  'taken_by_agent_id',
  'taken_by_name',
  'taken_utc',
  'resolved_utc',
  'ticket_number',
  'ticket_id',
] as const satisfies readonly (keyof Handoff)[];

/** Each handoff with its wait; why there are more of them than before is on the tab of insights. */
export function HandoversTab({ search, go }: TabProps<HandoversSearch>) {
  const isWhole = useHasSessions();
  const window = useShownWindow(search);
  const { status } = search;
  const reason = isWhole ? search.reason : undefined;
  const query = handoffsQuery({ status, reason }, window, isWhole);
  const list = useMoreRows(handoffsOptions(query));
  const nameOf = useFileName();
  const { total = 0, rows } = list;
  const change = (next: Partial<HandoversSearch>) => go({ ...search, ...next }, { replace: true });
  return (
    <PageBody>
      <Panel
        title={messages.log}
        note={
          <span role="status">
            {list.query.data === undefined
              ? null
              : messages.since(messages.count(total, formatCount(total)), formatUtcDays(window))}
          </span>
        }
        actions={
          <>
            {isWhole ? (
              <Link
                to="/conversations/insights"
                search={{ days: search.days, from: search.from, to: search.to }}
                className={`${LINK} text-12`}
              >
                {messages.why}
              </Link>
            ) : null}
            <ExportButton<Handoff>
              label={page.export.button}
              total={list.query.data === undefined ? undefined : total}
              nothing={page.export.nothing}
              fileOf={() => ({
                fileName: nameOf(messages.file),
                readPage: pagesOf(listHandoffs, query),
                fileOf: (all) => fieldsFile(FIELDS, all),
              })}
            />
          </>
        }
      >
        <div className="flex flex-wrap items-center gap-2 py-1.5 print:hidden">
          <StatusChips
            search={search}
            window={window}
            isWhole={isWhole}
            onChange={(next) => change({ status: next })}
          />
          {reason === undefined ? null : (
            <FilterChip field={messages.reason} value={reason} onRemove={() => change({ reason: undefined })} />
          )}
        </div>
        <QueryState query={list.query} name={messages.log} rows={10}>
          {() =>
            rows.length > 0 ? (
              <HandoffTable rows={rows} isWhole={isWhole} />
            ) : (status ?? reason) !== undefined ? (
              <EmptyBlock
                icon="search"
                title={messages.none.filtered}
                text={messages.none.filteredText}
                action={
                  <Button onClick={() => change({ status: undefined, reason: undefined })}>
                    {messages.none.clear}
                  </Button>
                }
              />
            ) : (
              <EmptyBlock icon="chat" title={messages.none.title} text={messages.none.text} />
            )
          }
        </QueryState>
        <MoreRows {...list.more} />
      </Panel>
    </PageBody>
  );
}

interface StatusChipsProps {
  readonly search: HandoversSearch;
  readonly window: DayWindow;
  readonly isWhole: boolean;
  readonly onChange: (status: HandoffStatus | undefined) => void;
}

/** The statuses with their counts, which are those of all reasons. */
function StatusChips({ search, window, isWhole, onChange }: StatusChipsProps) {
  const hasCounts = isWhole && search.reason === undefined;
  const { data } = useQuery({ ...insightsOptions('status', window), enabled: hasCounts });
  const countOf = (status: HandoffStatus | undefined) => {
    if (!hasCounts || data === undefined) return undefined;
    return status === undefined ? data.total : (data.items.find(({ label }) => label === status)?.count ?? 0);
  };
  return (
    <CountChips<HandoffStatus>
      label={messages.status}
      value={search.status}
      options={[undefined, ...HANDOFF_STATUSES].map((status) => ({
        value: status,
        label: status === undefined ? messages.all : page.handoffStatus[status],
        count: countOf(status),
      }))}
      onChange={onChange}
    />
  );
}

function HandoffTable({ rows, isWhole }: { readonly rows: readonly Handoff[]; readonly isWhole: boolean }) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { column } = messages;
  const nameOf = ({ name, visitor_key: visitor, session_id: session }: Handoff) => name ?? visitor ?? session;
  return (
    <Table
      caption={messages.log}
      rows={rows}
      keyOf={({ id }) => id.toString()}
      phone="stack"
      columns={[
        {
          key: 'who',
          head: column.who,
          isRowHead: true,
          cell: (handoff) => (
            <Link
              to="/conversations/session/$id"
              params={{ id: handoff.session_id }}
              aria-label={messages.openConversation(nameOf(handoff))}
              dir="auto"
              className={`${LINK} [overflow-wrap:anywhere]`}
            >
              {nameOf(handoff)}
            </Link>
          ),
        },
        {
          key: 'reason',
          head: column.reason,
          cell: ({ reason }) => (
            <span dir="auto" className="block max-w-measure [overflow-wrap:anywhere]">
              {reason}
            </span>
          ),
        },
        { key: 'status', head: column.status, cell: ({ status }) => wordOf(page.handoffStatus, status) },
        { key: 'wait', head: column.wait, cell: (handoff) => <Wait handoff={handoff} nowMs={nowMs} zone={zone} /> },
        {
          key: 'agent',
          head: column.agent,
          cell: ({ taken_by_agent_id: id, taken_by_name: name = null }) =>
            id === null ? (
              <span className="text-ink-3">{page.none}</span>
            ) : (
              <bdi className="[overflow-wrap:anywhere]">{name ?? messages.agentId(id)}</bdi>
            ),
        },
        {
          key: 'ticket',
          head: column.ticket,
          cell: ({ ticket_id: id, ticket_number: number = null }) =>
            id === null ? (
              <span className="text-ink-3">{page.none}</span>
            ) : (
              <Link
                to="/tickets/$id"
                params={{ id: id.toString() }}
                className={`${LINK} whitespace-nowrap tabular-nums`}
              >
                {isWhole && number !== null ? page.ticket(String(number)) : page.ticketId(id.toString())}
              </Link>
            ),
        },
        {
          key: 'when',
          head: column.when,
          isFigure: true,
          isBeside: true,
          cell: ({ created_utc: at }) => (
            <Instant at={at} className="text-12 text-ink-3">
              {formatMoment(at, zone, nowMs)}
            </Instant>
          ),
        },
      ]}
    />
  );
}

interface WaitProps {
  readonly handoff: Handoff;
  readonly nowMs: number;
  readonly zone: string;
}

/** How long the visitor waited until an agent took over, or has been waiting. */
function Wait({ handoff: { status, wait_seconds: wait, created_utc: since }, nowMs, zone }: WaitProps) {
  if (status === 'waiting') {
    const age = nowMs - Date.parse(since);
    const tone = age >= TOO_LATE_MS ? 'danger' : age >= LATE_MS ? 'warn' : 'plain';
    return (
      <span title={messages.waitingSince(formatNear(since, zone, nowMs))}>
        <Chip tone={tone}>{messages.waitingFor(formatAge(age))}</Chip>
      </span>
    );
  }
  if (wait === null) return <span className="text-ink-3">{messages.notTaken}</span>;
  return <span className="whitespace-nowrap tabular-nums">{formatAge(wait * 1_000)}</span>;
}

const messages = defineMessages({
  log: 'Handoffs',
  why: 'Share and reasons',
  since: (count: string, days: string) => `${count}, ${days}`,
  count: (n: number, shown: string) => plural(n, { one: '1 handoff', other: `${shown} handoffs` }),
  status: 'Status',
  all: 'All',
  reason: 'Reason',
  column: {
    who: 'Who',
    when: 'Handed over',
    reason: 'Reason',
    status: 'Status',
    wait: 'Waiting time',
    agent: 'Taken by',
    ticket: 'Ticket',
  },
  waitingFor: (age: string) => `${age} so far`,
  waitingSince: (time: string) => `Waiting since ${time}`,
  notTaken: 'Not taken',
  agentId: (id: string) => `Agent ${id}`,
  openConversation: (name: string) => `Open the conversation with ${name}`,
  file: 'handoffs',
  none: {
    title: 'No handoffs in these days',
    text: 'The AI passed no conversation to people. Choose more days to see earlier ones.',
    filtered: 'No handoffs match',
    filteredText: 'Remove a filter or choose more days.',
    clear: 'Remove the filters',
  },
});
