import { callsBehind } from '#src/ai-usage/calls/calls-filters.ts';
import { CallsLink, Usd } from '#src/ai-usage/figure-cells.tsx';
import { fromPico, shareOf, toPico, type PicoUsd } from '#contract/usd.ts';
import { costPer } from '#src/ai-usage/figures/value-figures.ts';
import { useHasReports } from '#src/ai-usage/queries.ts';
import type { CallsSearch, ValueSearch } from '#src/ai-usage/search.ts';
import { MoreUnpriced, type Unpriced } from '#src/ai-usage/unpriced.tsx';
import { formatPercent } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { Panel, WaitingRows } from '#src/panels/panel.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import type { Cost, Part } from './value-queries.ts';

interface ValueFeaturesProps {
  readonly cost: Part<Cost>;
  readonly resolved: Part<number>;
  /** Of the same days. */
  readonly unpriced: Unpriced | null;
  readonly search: ValueSearch;
  readonly note: string;
}

const texts = messages.features;
/** The six features that most sites have, the head and the total. */
const ROWS = 8;

/** The cost of each feature for each resolved ticket; the lines add up to the sheet's figure. */
export function ValueFeatures({ cost, resolved, unpriced, search, note }: ValueFeaturesProps) {
  const hasReports = useHasReports();
  if (cost.state === 'missing') return null;
  return (
    <Panel title={texts.title} note={note} resource="ai_usage">
      {cost.state === 'loading' ? (
        <WaitingRows name={texts.title} rows={ROWS} />
      ) : cost.value.features.length === 0 ? (
        <p className="mt-2 text-ink-3">{texts.empty}</p>
      ) : (
        <FeatureTable
          cost={cost.value}
          resolved={resolved.state === 'known' ? resolved.value : 0}
          unpriced={unpriced}
          toCalls={(feature) => (hasReports ? callsBehind(search, { feature }) : null)}
        />
      )}
    </Panel>
  );
}

interface FeatureTableProps {
  readonly cost: Cost;
  /** 0 where it is not known. */
  readonly resolved: number;
  readonly unpriced: Unpriced | null;
  readonly toCalls: (feature: string) => CallsSearch | null;
}

function FeatureTable({ cost: { features, total }, resolved, unpriced, toCalls }: FeatureTableProps) {
  const { column } = texts;
  const lines = features.map(({ feature, calls, cost_usd }) => ({ feature, calls, cost: toPico(cost_usd) }));
  const moreOf = (feature: string) => unpriced?.cost.byFeature.get(feature) ?? 0;
  const perTicket = (cost: PicoUsd, more: number) => {
    const per = costPer(cost, resolved);
    if (per === null) return messages.sheet.none;
    return (
      <>
        <Usd usd={per} />
        <MoreUnpriced usd={costPer(toPico(more), resolved) ?? 0} unpriced={unpriced} />
      </>
    );
  };
  return (
    <Table
      caption={texts.caption}
      className="mt-1"
      rows={lines}
      keyOf={({ feature }) => feature}
      columns={[
        {
          key: 'feature',
          head: column.feature,
          isRowHead: true,
          cell: ({ feature }) => (
            <CallsLink search={toCalls(feature)} label={texts.showCalls(feature)}>
              {feature}
            </CallsLink>
          ),
          foot: texts.total,
        },
        {
          key: 'cost',
          head: column.cost,
          isFigure: true,
          cell: ({ feature, cost }) => (
            <>
              <Usd usd={fromPico(cost)} />
              <MoreUnpriced usd={moreOf(feature)} unpriced={unpriced} />
            </>
          ),
          foot: (
            <>
              <Usd usd={fromPico(total)} />
              <MoreUnpriced usd={unpriced?.cost.usd ?? 0} unpriced={unpriced} />
            </>
          ),
        },
        {
          key: 'share',
          head: column.share,
          isFigure: true,
          cell: ({ cost }) => formatPercent(shareOf(cost, total) ?? 0),
          foot: formatPercent(total === 0n ? 0 : 1),
        },
        {
          key: 'calls',
          head: column.calls,
          isFigure: true,
          cell: ({ calls }) => formatCount(calls),
          foot: formatCount(lines.reduce((all, { calls }) => all + calls, 0)),
        },
        {
          key: 'perTicket',
          head: column.perTicket,
          isFigure: true,
          className: 'font-medium!',
          cell: ({ feature, cost }) => perTicket(cost, moreOf(feature)),
          foot: perTicket(total, unpriced?.cost.usd ?? 0),
        },
      ]}
    />
  );
}
