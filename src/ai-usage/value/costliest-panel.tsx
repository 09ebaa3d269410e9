import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { TranscriptLink } from '#src/ai-usage/calls/call-cells.tsx';
import { callsBehind } from '#src/ai-usage/calls/calls-filters.ts';
import { CallsLink, FIGURE_LINK, Usd } from '#src/ai-usage/figure-cells.tsx';
import { FigureTable } from '#src/ai-usage/figure-table.tsx';
import { costliest, type Costliest } from '#src/ai-usage/figures/costliest.ts';
import { fromPico, shareOf, toPico, type PicoUsd } from '#src/ai-usage/figures/usd.ts';
import { reportOptions } from '#src/ai-usage/queries.ts';
import { COSTLIEST_BY, type ValueSearch, type CostliestBy, type CallsSearch } from '#src/ai-usage/search.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import { windowDates } from '#src/ai-usage/window-text.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { messages } from './messages.ts';

interface CostliestPanelProps extends TabProps<ValueSearch> {
  readonly window: UsageWindow;
}

const SHOWN = 10;
/** More than are shown, so that the calls that belong to none are nearly always among them and can be named. */
const ASKED = 30;
const texts = messages.costliest;

/** The conversations, tickets or customers that cost the most, with the long tail in one line. */
export function CostliestPanel({ search, go, window }: CostliestPanelProps) {
  const by = search.costliest ?? 'session';
  const { from, to } = window;
  const groups = useQuery(reportOptions(listAiUsage, { from, to, group_by: [by], order_by: 'cost', limit: ASKED }));
  const total = useQuery(reportOptions(listAiUsage, { from, to }));
  return (
    <Panel
      title={texts.title}
      note={windowDates(window)}
      resource="ai_reports"
      actions={
        <Segmented
          label={texts.by}
          value={by}
          options={COSTLIEST_BY.map((value) => ({ value, label: texts[value] }))}
          onChange={(value) => go({ ...search, costliest: value === 'session' ? undefined : value }, { replace: true })}
        />
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
    </Panel>
  );
}

/** The id of a group; null for the calls that belong to none. */
function idOf(by: CostliestBy, row: AiUsageRow): string | null {
  const { session_id: session, ticket_id: ticket, customer_identity_id: customer } = row;
  return { session, ticket, customer }[by]?.toString() ?? null;
}

interface Line {
  readonly key: string;
  readonly name: string;
  readonly cost: PicoUsd;
  readonly calls: number;
  /** The group that it is about; null for the lines that sum others up. */
  readonly id: string | null;
  /** Its calls; null where the API cannot list them. */
  readonly toCalls: CallsSearch | null;
}

interface CostliestTableProps {
  readonly by: CostliestBy;
  readonly list: Costliest<AiUsageRow>;
  readonly search: ValueSearch;
}

function CostliestTable({ by, list: { rows, none, rest, total }, search }: CostliestTableProps) {
  if (total.calls === 0) return <p className="mt-2 text-ink-3">{texts.empty}</p>;
  const aside = { id: null, toCalls: null };
  const lines: readonly Line[] = [
    ...rows.map((row): Line => {
      const id = idOf(by, row) ?? '';
      const toCalls = callsBehind(search, { [by]: id });
      return { key: id, name: nameOf(by, id, row), cost: toPico(row.cost_usd), calls: row.calls, id, toCalls };
    }),
    ...(rest === null
      ? []
      : [
          { ...aside, ...rest, key: 'rest', name: texts.rest(texts.restOf[by](rest.groups, formatCount(rest.groups))) },
        ]),
    ...(none === null
      ? []
      : [{ ...aside, key: 'none', name: texts.none[by], cost: toPico(none.cost_usd), calls: none.calls }]),
  ];
  return (
    <FigureTable
      caption={texts.caption[by]}
      rows={lines}
      keyOf={({ key }) => key}
      rowClass={({ id }) => (id === null ? 'text-ink-2' : '')}
      total={{ key: 'total', name: texts.total, ...total, id: null, toCalls: callsBehind(search) }}
      columns={[
        {
          key: 'name',
          head: texts.one[by],
          kind: 'heading',
          cell: ({ id, name }) => (id === null ? name : <Subject by={by} id={id} name={name} />),
        },
        {
          key: 'cost',
          head: texts.column.cost,
          className: 'font-medium',
          cell: ({ cost }) => <Usd usd={fromPico(cost)} />,
        },
        {
          key: 'share',
          head: texts.column.share,
          cell: ({ cost }) => formatPercent(shareOf(cost, total.cost) ?? 0),
        },
        {
          key: 'calls',
          head: texts.column.calls,
          cell: ({ name, calls, toCalls }) => (
            <CallsLink search={toCalls} label={`${formatCount(calls)}, ${texts.showCalls(name)}`}>
              {formatCount(calls)}
            </CallsLink>
          ),
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
        <bdi>{name}</bdi>
      </span>
      {by === 'session' ? <TranscriptLink session={id} /> : null}
    </span>
  );
}
