import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { TranscriptLink } from '#src/ai-usage/calls/call-cells.tsx';
import { callsBehind, type CallFilters } from '#src/ai-usage/calls/calls-filters.ts';
import { CallsLink, FIGURE_LINK, Usd } from '#src/ai-usage/figure-cells.tsx';
import { costliest, type Costliest } from '#src/ai-usage/figures/call-costs.ts';
import { fromPico, shareOf, toPico, type PicoUsd } from '#contract/usd.ts';
import { reportOptions } from '#src/ai-usage/queries.ts';
import { COSTLIEST_BY, type ValueSearch, type CostliestBy, type TabProps } from '#src/ai-usage/search.ts';
import { UnpricedLine, type Unpriced } from '#src/ai-usage/unpriced.tsx';
import { call } from '#src/api/call.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile } from '#src/list-export/list-file.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDaysAndYears } from '#src/panels/window-text.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { windowFile } from './value-files.ts';

interface CostliestPanelProps extends TabProps<ValueSearch> {
  readonly window: DayWindow;
  /** Of the window. */
  readonly unpriced: Unpriced | null;
}

const SHOWN = 10;
/** More than are shown, so that the calls that belong to none are nearly always among them and can be named. */
const ASKED = 30;
const texts = messages.costliest;

/** The conversations, tickets or customers that cost the most, with the long tail in one line. */
export function CostliestPanel({ search, go, window, unpriced }: CostliestPanelProps) {
  const by = search.costliest ?? 'session';
  const { from, to } = window;
  const groups = useQuery(reportOptions(listAiUsage, { from, to, group_by: [by], order_by: 'cost', limit: ASKED }));
  const total = useQuery(reportOptions(listAiUsage, { from, to }));
  return (
    <Panel
      title={texts.title}
      note={formatUtcDaysAndYears(window)}
      resource="ai_reports"
      actions={
        <>
          <Segmented
            label={texts.by}
            value={by}
            options={COSTLIEST_BY.map((value) => ({ value, label: texts[value] }))}
            onChange={(value) => go({ ...search, costliest: value === 'session' ? undefined : value })}
          />
          <CostliestFile by={by} window={window} total={groups.data?.total_count} />
        </>
      }
    >
      <QueryState query={total} name={texts.title} rows={SHOWN}>
        {({ items: [all = { calls: 0, cost_usd: 0 }] }) => (
          <QueryState query={groups} name={texts.title} rows={SHOWN}>
            {({ items, total_count }) => (
              <CostliestTable
                by={by}
                search={search}
                list={costliest({
                  rows: items,
                  groups: total_count,
                  total: all,
                  limit: SHOWN,
                  isNone: (row) => idOf(by, row) === null,
                })}
              />
            )}
          </QueryState>
        )}
      </QueryState>
      <UnpricedLine calls={total.data?.items[0]?.unpriced_calls ?? 0} unpriced={unpriced} />
    </Panel>
  );
}

const FIELDS = [
  ...(['session_id', 'ticket_id', 'ticket_number', 'customer_identity_id', 'customer_name'] as const),
  ...(['cost_usd', 'calls'] as const),
] as const satisfies readonly (keyof AiUsageRow)[];

interface CostliestFileProps {
  readonly by: CostliestBy;
  readonly window: DayWindow;
  readonly total: number | undefined;
}

type KeyedGroup = AiUsageRow & { readonly id: string };

/** Every group as a file, also those that are one line on the screen, and the calls that belong to none: its sum is the total. */
function CostliestFile({ by, window, total }: CostliestFileProps) {
  const { from, to } = window;
  return (
    <ExportButton<KeyedGroup>
      panel={texts.title}
      total={total}
      fileOf={() => ({
        fileName: windowFile(`by-${by}`, window),
        readPage: async (skip, limit, signal) => {
          const query = { from, to, group_by: [by], order_by: 'cost' as const, limit, skip };
          const page = await call(listAiUsage, { query, priority: 'background', signal });
          return {
            items: page.items.map((row) => ({ ...row, id: idOf(by, row) ?? '' })),
            total_count: page.total_count,
          };
        },
        fileOf: (rows) =>
          fieldsFile(
            FIELDS.filter((field) => rows.some((row) => row[field] !== undefined)),
            rows,
          ),
      })}
    />
  );
}

/** The id of a group; null for the calls that belong to none. */
function idOf(by: CostliestBy, row: AiUsageRow): string | null {
  const { session_id: session, ticket_id: ticket, customer_identity_id: customer } = row;
  return { session, ticket, customer }[by]?.toString() ?? null;
}

interface Line {
  readonly key: string;
  readonly name: ReactNode;
  readonly cost: PicoUsd;
  readonly calls: ReactNode;
}

interface CostliestTableProps {
  readonly by: CostliestBy;
  readonly list: Costliest<AiUsageRow>;
  readonly search: ValueSearch;
}

function CostliestTable({ by, list: { rows, none, rest, total }, search }: CostliestTableProps) {
  if (total.calls === 0) return <p className="mt-2 text-ink-3">{texts.empty}</p>;
  const callsLink = (name: string, calls: number, filters: CallFilters) => (
    <CallsLink search={callsBehind(search, filters)} label={`${formatCount(calls)}, ${texts.showCalls(name)}`}>
      {formatCount(calls)}
    </CallsLink>
  );
  // The API cannot list the calls of these two.
  const aside = (key: string, name: string, cost: PicoUsd, calls: number): Line => ({
    key,
    name: <span className="text-ink-2">{name}</span>,
    cost,
    calls: formatCount(calls),
  });
  const groups = rest === null ? '' : texts.restOf[by](rest.groups, formatCount(rest.groups));
  const lines: readonly Line[] = [
    ...rows.map((row): Line => {
      const id = idOf(by, row) ?? '';
      const name = nameOf(by, id, row);
      return {
        key: id,
        name: <Subject by={by} id={id} name={name} />,
        cost: toPico(row.cost_usd),
        calls: callsLink(name, row.calls, { [by]: id }),
      };
    }),
    ...(rest === null ? [] : [aside('rest', texts.rest(groups), rest.cost, rest.calls)]),
    ...(none === null ? [] : [aside('none', texts.none[by], toPico(none.cost_usd), none.calls)]),
  ];
  const { column } = texts;
  return (
    <Table
      caption={texts.caption[by]}
      className="mt-1"
      rows={lines}
      keyOf={({ key }) => key}
      columns={[
        { key: 'name', head: texts.one[by], isRowHead: true, cell: ({ name }) => name, foot: texts.total },
        {
          key: 'cost',
          head: column.cost,
          isFigure: true,
          className: 'font-medium!',
          cell: ({ cost }) => <Usd usd={fromPico(cost)} />,
          foot: <Usd usd={fromPico(total.cost)} />,
        },
        {
          key: 'share',
          head: column.share,
          isFigure: true,
          cell: ({ cost }) => formatPercent(shareOf(cost, total.cost) ?? 0),
          foot: formatPercent(total.cost === 0n ? 0 : 1),
        },
        {
          key: 'calls',
          head: column.calls,
          isFigure: true,
          cell: ({ calls }) => calls,
          foot: callsLink(texts.total, total.calls, {}),
        },
      ]}
    />
  );
}

function nameOf(by: CostliestBy, id: string, row: AiUsageRow): string {
  if (by === 'session') return id;
  if (by === 'customer') return row.customer_name ?? texts.unnamed(id);
  const number = row.ticket_number ?? null;
  return number === null ? id : texts.ticketNumber(number.toString());
}

interface SubjectProps {
  readonly by: CostliestBy;
  readonly id: string;
  readonly name: string;
}

/** The name of a line, with the way to what it is about. */
function Subject({ by, id, name }: SubjectProps) {
  if (by === 'ticket') {
    return (
      <Link to="/tickets/$id" params={{ id }} aria-label={texts.openTicket(name)} className={FIGURE_LINK}>
        {name}
      </Link>
    );
  }
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <bdi>
          <AddressText text={name} />
        </bdi>
      </span>
      {by === 'session' ? <TranscriptLink session={id} /> : null}
    </span>
  );
}
