import { useQuery } from '@tanstack/react-query';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { listAgents } from '#contract/tickets.ts';
import { listApiTokens } from '#contract/tokens.ts';
import { callsBehind } from '#src/ai-usage/calls/calls-filters.ts';
import { CallsLink, Count, Usd } from '#src/ai-usage/figure-cells.tsx';
import { fromPico, shareOf, sumPico, toPico } from '#contract/usd.ts';
import { wholeReportOptions } from '#src/ai-usage/queries.ts';
import {
  DEFAULT_SORT,
  SPENDER_COLUMNS,
  SPENT_BY,
  type ValueSearch,
  type SpenderColumn,
  type SpenderSort,
  type CallsSearch,
  type TabProps,
} from '#src/ai-usage/search.ts';
import { UnpricedLine, type Unpriced } from '#src/ai-usage/unpriced.tsx';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useMissingScope } from '#src/api/write-access.ts';
import type { ChartColour } from '#src/charts/chart-types.ts';
import { useShareFill, Swatch } from '#src/charts/swatch.tsx';
import { formatLatency, formatPercent } from '#src/format/compact.ts';
import { RowsButton } from '#src/list-export/rows-button.tsx';
import type { DayWindow } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDaysAndYears } from '#src/panels/window-text.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { ShareBar } from '#src/ui/share-bar.tsx';
import { Table, type Column } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { windowFile } from './value-files.ts';

interface SpendersPanelProps extends TabProps<ValueSearch> {
  readonly window: DayWindow;
  /** Of the window. */
  readonly unpriced: Unpriced | null;
}

const texts = messages.spenders;
const FIELDS = [
  ...(['name', 'token_id', 'agent', 'cost_usd', 'calls', 'input_tokens', 'output_tokens'] as const),
  ...(['errors', 'refused', 'unpriced_calls', 'p50_ms', 'p95_ms'] as const),
] as const;

/** The tokens or the models that the money went to. */
export function SpendersPanel({ search, go, window, unpriced }: SpendersPanelProps) {
  const by = search.spent_by ?? 'token';
  const sort = search.spent_sort ?? DEFAULT_SORT;
  const { from, to } = window;
  const agents = useAgentOfToken();
  const query = useQuery(wholeReportOptions(listAiUsage, { from, to, group_by: [by] }));

  function spenderOf(figures: AiUsageRow): Spender {
    const { model = '' } = figures;
    if (by === 'model') {
      return { key: model, name: model, agent: null, toCalls: callsBehind(search, { model }), figures };
    }
    const token = figures.token_id?.toString();
    if (token === undefined) return { key: '', name: texts.noToken, agent: null, toCalls: null, figures };
    const name = figures.token_label ?? texts.noLabel(token);
    return { key: token, name, agent: agents.get(token) ?? null, toCalls: callsBehind(search, { token }), figures };
  }

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
            options={SPENT_BY.map((value) => ({ value, label: texts[value] }))}
            onChange={(value) => go({ ...search, spent_by: value === 'token' ? undefined : value })}
          />
          <RowsButton
            panel={texts.title}
            fileName={windowFile(`by-${by}`, window)}
            fields={by === 'token' ? FIELDS : FIELDS.filter((field) => field !== 'token_id' && field !== 'agent')}
            rows={
              query.data === undefined
                ? undefined
                : orderSpenders(query.data.map(spenderOf), sort).map(({ name, agent, figures }) => ({
                    ...figures,
                    name,
                    agent,
                  }))
            }
          />
        </>
      }
    >
      <QueryState query={query} name={texts.title} rows={5}>
        {(rows) => (
          <SpendersTable
            head={texts.one[by]}
            caption={texts.caption[by]}
            spenders={rows.map(spenderOf)}
            sort={sort}
            onSort={(sort) => go({ ...search, spent_sort: sort === DEFAULT_SORT ? undefined : sort })}
          />
        )}
      </QueryState>
      <UnpricedLine
        calls={query.data?.reduce((sum, { unpriced_calls }) => sum + unpriced_calls, 0) ?? 0}
        unpriced={unpriced}
      />
    </Panel>
  );
}

/** The names of the agents that tokens act for, by the token's id; none where the service does not say. */
function useAgentOfToken(): ReadonlyMap<string, string> {
  const whoami = useWhoami();
  const isThere = hasExtension(whoami, 'api_tokens') && hasExtension(whoami, 'agents');
  const mayReadTokens = useMissingScope()('admin:read') === undefined;
  const tokens = useQuery({ ...read(listApiTokens, { limit: 200 }), enabled: isThere && mayReadTokens });
  const agents = useQuery({ ...read(listAgents, { limit: 200 }), enabled: isThere });
  const names = new Map(agents.data?.items.map(({ id, name }) => [id, name]));
  return new Map(
    tokens.data?.items.flatMap(({ id, agent_id: agent }) => {
      const name = agent === null ? undefined : names.get(agent);
      return name === undefined ? [] : [[id.toString(), name] as const];
    }),
  );
}

type Figures = Pick<
  AiUsageRow,
  | 'calls'
  | 'cost_usd'
  | 'input_tokens'
  | 'output_tokens'
  | 'errors'
  | 'refused'
  | 'unpriced_calls'
  | 'p50_ms'
  | 'p95_ms'
>;

interface Spender {
  readonly key: string;
  readonly name: string;
  /** The agent that a token acts for. */
  readonly agent: string | null;
  /** Null where the API cannot list its calls. */
  readonly toCalls: CallsSearch | null;
  readonly figures: Figures;
}

type SpenderKey = SpenderColumn | 'name' | 'share' | 'p50' | 'p95';

interface SpendersTableProps {
  /** The heading of the names. */
  readonly head: string;
  readonly caption: string;
  readonly spenders: readonly Spender[];
  readonly sort: SpenderSort;
  readonly onSort: (sort: SpenderSort) => void;
}

/** The costliest have one each, all others share the last. */
const COLOURS: readonly ChartColour[] = [1, 2, 3, 4, 5];
const OTHER: ChartColour = 6;

/** Spenders with their figures, ordered by any of them. */
function SpendersTable({ head, caption, spenders, sort, onSort }: SpendersTableProps) {
  const { column: by, isAscending } = columnOf(sort);
  const { fill, patterns } = useShareFill();
  if (spenders.every(({ figures }) => figures.calls === 0 && figures.refused === 0)) {
    return <p className="mt-2 text-ink-3">{texts.empty}</p>;
  }
  const total = sumPico(spenders.map(({ figures }) => figures.cost_usd));
  const shareText = ({ figures }: Spender) => formatPercent(shareOf(toPico(figures.cost_usd), total) ?? 0);
  const byCost = orderSpenders(spenders, DEFAULT_SORT);
  const colourOf = (spender: Spender): ChartColour => COLOURS[byCost.indexOf(spender)] ?? OTHER;
  const segments = byCost.map((spender) => ({
    key: spender.key,
    text: texts.shareOf(spender.name, shareText(spender)),
    value: spender.figures.cost_usd,
    fill: fill[colourOf(spender)],
  }));
  const latencyColumn = (key: 'p50' | 'p95'): Column<Spender, SpenderKey> => ({
    key,
    head: texts[key],
    isFigure: true,
    // Beyond the last bound of the histogram it is not known.
    cell: ({ figures }) => (figures[`${key}_ms`] === null ? '–' : formatLatency(figures[`${key}_ms`] ?? 0)),
  });
  const figureColumn = (key: SpenderColumn): Column<Spender, SpenderKey> => {
    const counts = spenders.map(({ figures }) => figureOf(key, figures));
    return {
      key,
      head: texts.column[key],
      isFigure: true,
      sortFirst: 'descending',
      ...(key === 'cost'
        ? {
            className: 'font-medium!',
            cell: ({ figures }) => <Usd usd={figures.cost_usd} />,
            foot: <Usd usd={fromPico(total)} />,
          }
        : {
            cell: ({ figures }) => <Count count={figureOf(key, figures)} />,
            foot: <Count count={counts.reduce<bigint>((sum, count) => sum + BigInt(count), 0n)} />,
          }),
    };
  };
  return (
    <div className="mt-2">
      {patterns}
      <ShareBar label={texts.shares(segments.map(({ text }) => text).join(', '))} segments={segments} />
      <Table
        caption={caption}
        className="mt-1"
        rows={orderSpenders(spenders, sort)}
        keyOf={({ key }) => key}
        sort={{
          by,
          direction: isAscending ? 'ascending' : 'descending',
          onSort: (key, direction) => {
            const column = SPENDER_COLUMNS.find((name) => name === key) ?? 'cost';
            onSort(direction === 'ascending' ? column : `-${column}`);
          },
        }}
        columns={[
          {
            key: 'name',
            head,
            isRowHead: true,
            className: 'min-w-32',
            cell: (spender) => <SpenderName spender={spender} colour={colourOf(spender)} />,
            foot: texts.total,
          },
          ...SPENDER_COLUMNS.map(figureColumn),
          ...(['p50', 'p95'] as const).map(latencyColumn),
          {
            key: 'share',
            head: texts.column.share,
            isFigure: true,
            cell: shareText,
            foot: formatPercent(total === 0n ? 0 : 1),
          },
        ]}
      />
    </div>
  );
}

function SpenderName({ spender, colour }: { readonly spender: Spender; readonly colour: ChartColour }) {
  const { name, agent, toCalls } = spender;
  return (
    <>
      <Swatch colour={colour} />
      <CallsLink search={toCalls} label={texts.showCalls(name)} className="[overflow-wrap:anywhere]">
        <bdi>
          <AddressText text={name} />
        </bdi>
      </CallsLink>
      {agent === null ? null : <span className="ms-2 text-12 text-ink-3">{texts.agent(agent)}</span>}
    </>
  );
}

/** The figure of a column; tokens are those of input and output together. */
export function figureOf(column: SpenderColumn, figures: Figures): number | bigint {
  return {
    cost: figures.cost_usd,
    calls: figures.calls,
    tokens: figures.input_tokens + figures.output_tokens,
    errors: figures.errors,
    refused: figures.refused,
    unpriced: figures.unpriced_calls,
  }[column];
}

function columnOf(sort: SpenderSort): { readonly column: SpenderColumn; readonly isAscending: boolean } {
  const column = SPENDER_COLUMNS.find((name) => sort === name || sort === `-${name}`) ?? 'cost';
  return { column, isAscending: sort === column };
}

/** The largest figure first, or last; equal ones by name. */
export function orderSpenders<Row extends { readonly name: string; readonly figures: Figures }>(
  rows: readonly Row[],
  sort: SpenderSort,
): readonly Row[] {
  const { column, isAscending } = columnOf(sort);
  return rows.toSorted((a, b) => {
    const [x, y] = [figureOf(column, a.figures), figureOf(column, b.figures)];
    if (x === y) return a.name.localeCompare(b.name);
    return x < y === isAscending ? -1 : 1;
  });
}
