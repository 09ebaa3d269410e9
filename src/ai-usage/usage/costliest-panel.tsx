import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { TranscriptLink } from '#src/ai-usage/calls/call-cells.tsx';
import { FIGURE_LINK } from '#src/ai-usage/figure-cells.tsx';
import { Usd } from '#src/ui/usd.tsx';
import { reportOptions } from '#src/ai-usage/queries.ts';
import { formatCount } from '#src/format/number.ts';
import { type DayWindow, formatUtcDays } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';

const SHOWN = 8;
const texts = messages.costliest;

/** The conversations that cost the most, each a way to its calls and to what was said. */
export function CostliestPanel({ window }: { readonly window: DayWindow }) {
  const { from, to } = window;
  // Calls outside conversations come as one more row.
  const groups = useQuery(
    reportOptions(listAiUsage, { from, to, group_by: ['session'], order_by: 'cost', limit: SHOWN + 1 }),
  );
  return (
    <Panel
      title={texts.title}
      note={formatUtcDays(window)}
      actions={
        <Link to="/conversations" search={{ from, to, order: 'cost' }} className={`${FIGURE_LINK} text-12`}>
          {texts.all}
        </Link>
      }
    >
      <QueryState query={groups} name={texts.title} rows={SHOWN}>
        {({ items }) => {
          const rows = items.filter(({ session_id: id }) => (id ?? null) !== null).slice(0, SHOWN);
          return rows.length === 0 ? (
            <p className="mt-2 text-ink-3">{texts.empty}</p>
          ) : (
            <CostliestTable rows={rows} window={window} />
          );
        }}
      </QueryState>
    </Panel>
  );
}

interface CostliestTableProps {
  readonly rows: readonly AiUsageRow[];
  readonly window: DayWindow;
}

function CostliestTable({ rows, window: { from, to } }: CostliestTableProps) {
  const { column } = texts;
  return (
    <Table
      caption={texts.caption}
      className="mt-1"
      phone="stack"
      rows={rows}
      keyOf={({ session_id: id }) => id ?? ''}
      columns={[
        {
          key: 'name',
          head: column.conversation,
          isRowHead: true,
          cell: ({ session_id: id, first_message: text }) => (
            <span className="flex max-w-measure min-w-0 items-center gap-x-2">
              <bdi className="line-clamp-2 min-w-0 font-normal [overflow-wrap:anywhere]" title={id ?? ''}>
                {text ?? <AddressText text={id ?? ''} />}
              </bdi>
              <TranscriptLink session={id ?? ''} />
            </span>
          ),
        },
        { key: 'customer', head: column.customer, cell: (row) => <Customer row={row} /> },
        {
          key: 'calls',
          head: column.calls,
          isFigure: true,
          className: 'max-md:hidden',
          cell: ({ session_id: id, calls }) => (
            <Link
              to="/ai/usage/calls"
              search={{ from, to, session: id ?? undefined }}
              aria-label={texts.showCalls(formatCount(calls), id ?? '')}
              className={FIGURE_LINK}
            >
              {formatCount(calls)}
            </Link>
          ),
        },
        {
          key: 'cost',
          head: column.cost,
          isFigure: true,
          isBeside: true,
          className: 'font-medium!',
          cell: ({ cost_usd: usd }) => <Usd usd={usd} />,
        },
      ]}
    />
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
