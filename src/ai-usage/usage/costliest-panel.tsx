import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { fromPico, type PicoUsd, shareOf, toPico } from '#contract/usd.ts';
import { TranscriptLink } from '#src/ai-usage/calls/call-cells.tsx';
import { CallsLink, FIGURE_LINK, Usd } from '#src/ai-usage/figure-cells.tsx';
import { costliest } from '#src/ai-usage/figures/costliest.ts';
import { reportOptions } from '#src/ai-usage/queries.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDaysAndYears } from '#src/panels/window-text.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';

const SHOWN = 10;
/** More than are shown, so that the calls that belong to none are nearly always among them and can be named. */
const ASKED = 30;
const texts = messages.costliest;

/** The conversations that cost the most, with all else in two lines, so that the list adds up to the total. */
export function CostliestPanel({ window }: { readonly window: DayWindow }) {
  const { from, to } = window;
  const groups = useQuery(
    reportOptions(listAiUsage, { from, to, group_by: ['session'], order_by: 'cost', limit: ASKED }),
  );
  const total = useQuery(reportOptions(listAiUsage, { from, to }));
  return (
    <Panel title={texts.title} note={formatUtcDaysAndYears(window)}>
      <QueryState query={total} name={texts.title} rows={SHOWN}>
        {({ items: [all = { calls: 0, cost_usd: 0 }] }) => (
          <QueryState query={groups} name={texts.title} rows={SHOWN}>
            {({ items, total_count: count }) =>
              all.calls === 0 ? (
                <p className="mt-2 text-ink-3">{texts.empty}</p>
              ) : (
                <CostliestTable rows={items} groups={count} total={all} window={window} />
              )
            }
          </QueryState>
        )}
      </QueryState>
    </Panel>
  );
}

interface CostliestTableProps {
  readonly rows: readonly AiUsageRow[];
  readonly groups: number;
  readonly total: { readonly calls: number; readonly cost_usd: number };
  readonly window: DayWindow;
}

interface Line {
  readonly key: string;
  /** Null for what is added up in one line. */
  readonly row: AiUsageRow | null;
  readonly name: string;
  readonly cost: PicoUsd;
  readonly calls: number;
}

function CostliestTable({ rows, groups, total: all, window: { from, to } }: CostliestTableProps) {
  const isNone = ({ session_id: id }: AiUsageRow) => (id ?? null) === null;
  const { rows: listed, none, rest, total } = costliest({ rows, groups, total: all, limit: SHOWN, isNone });
  const lines: readonly Line[] = [
    ...listed.map((row) => ({
      key: row.session_id ?? '',
      row,
      cost: toPico(row.cost_usd),
      calls: row.calls,
      name: '',
    })),
    ...(rest === null
      ? []
      : [{ key: ' rest', row: null, ...rest, name: texts.rest(rest.groups, formatCount(rest.groups)) }]),
    ...(none === null
      ? []
      : [{ key: ' none', row: null, cost: toPico(none.cost_usd), calls: none.calls, name: texts.none }]),
  ];
  const { column } = texts;
  return (
    <Table
      caption={texts.caption}
      className="mt-1"
      rows={lines}
      keyOf={({ key }) => key}
      columns={[
        {
          key: 'name',
          head: column.conversation,
          isRowHead: true,
          cell: ({ row, name }) =>
            row === null ? <span className="text-ink-2">{name}</span> : <Conversation row={row} />,
          foot: texts.total,
        },
        {
          key: 'customer',
          head: column.customer,
          cell: ({ row }) => (row === null ? null : <Customer row={row} />),
        },
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
          cell: ({ row, calls }) =>
            row === null ? (
              // The API cannot list the calls of these.
              formatCount(calls)
            ) : (
              <CallsLink
                search={{ from, to, session: row.session_id ?? undefined }}
                label={texts.showCalls(formatCount(calls), row.session_id ?? '')}
              >
                {formatCount(calls)}
              </CallsLink>
            ),
          foot: formatCount(total.calls),
        },
        ...(listed.every(({ unpriced_calls: calls }) => calls === 0)
          ? []
          : [
              {
                key: 'unpriced',
                head: column.unpriced,
                isFigure: true,
                cell: ({ row }: Line) => (row === null ? null : formatCount(row.unpriced_calls)),
              },
            ]),
      ]}
    />
  );
}

/** What the visitor asked first, with the way to all that was said. */
function Conversation({ row: { session_id: id, first_message: text } }: { readonly row: AiUsageRow }) {
  const session = id ?? '';
  return (
    <span className="flex max-w-measure min-w-0 items-center gap-x-2">
      <bdi className="line-clamp-2 min-w-0 font-normal [overflow-wrap:anywhere]" title={session}>
        {(text ?? null) === null ? <AddressText text={session} /> : text}
      </bdi>
      <TranscriptLink session={session} />
    </span>
  );
}

function Customer({ row: { customer_identity_id: id, customer_name: name } }: { readonly row: AiUsageRow }) {
  if (id === undefined || id === null) return <span className="text-ink-3">{texts.unknown}</span>;
  return (
    <Link to="/customers/$id" params={{ id: id.toString() }} className={`${FIGURE_LINK} [overflow-wrap:anywhere]`}>
      {name ?? texts.unnamed(id.toString())}
    </Link>
  );
}
