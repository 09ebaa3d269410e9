import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FeatureSum, UsageSum } from '#src/ai-usage/figures/usage-sums.ts';
import { colourOf } from '#src/ai-usage/figures/feature-series.ts';
import { DEFAULT_SORT, type AiSearch, type FeatureColumn, type FeatureSort } from '#src/ai-usage/search.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import { SWATCH } from '#src/charts/chart-colours.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { sortFeatures, tableColumns, type TableColumn } from './feature-columns.tsx';
import { messages } from './messages.ts';
import { metricOf } from './metric-switch.tsx';
import { windowText } from '#src/ai-usage/window-text.ts';

interface FeatureTableProps extends TabProps {
  readonly features: readonly FeatureSum[];
  readonly total: UsageSum;
  readonly window: UsageWindow;
}

/** Every figure of each feature. Sorted by any column; a row opens the calls that it counts. */
export function FeatureTable({ features, total, window, search, go, hasReports }: FeatureTableProps) {
  const metric = metricOf(search);
  const sort = search.sort ?? DEFAULT_SORT;
  const columns = tableColumns(hasReports);
  /** What the table is sorted by is always there. */
  const shown = ({ key, isWide }: TableColumn): string =>
    isWide === true && sort !== key && sort !== `-${key}` ? 'hidden @[880px]:table-cell' : '';
  const toCalls = (more: AiSearch): AiSearch => ({ tab: 'calls', from: window.from, to: window.to, ...more });
  const onSort = (next: FeatureSort) =>
    go({ ...search, sort: next === DEFAULT_SORT ? undefined : next }, { replace: true });
  return (
    <div className="@container mt-1 overflow-x-auto max-md:-mx-4 max-md:px-4">
      <table className="w-full whitespace-nowrap tabular-nums">
        <caption className="sr-only">{messages.feature.caption(windowText(window))}</caption>
        <thead>
          <tr className="border-b border-line text-12 text-ink-3">
            <SortHeader column="feature" sort={sort} onSort={onSort}>
              {messages.feature.columns.feature}
            </SortHeader>
            {columns.map((column) => (
              <SortHeader key={column.key} column={column.key} sort={sort} className={shown(column)} onSort={onSort}>
                {column.key === 'share' ? messages.feature.shareOf[metric] : messages.feature.columns[column.key]}
              </SortHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortFeatures(features, total, { sort, metric }).map((sum) => {
            const { feature } = sum;
            const links: Partial<Record<FeatureColumn, CellLink>> = {
              errors: { to: toCalls({ feature, status: 'error' }), label: messages.feature.errorsOf(feature) },
              refused: { to: toCalls({ feature, status: 'refused' }), label: messages.feature.refusedOf(feature) },
            };
            return (
              <tr key={feature} className="relative border-b border-line hover:bg-hover">
                <th scope="row" className="min-h-8 py-1.5 pe-3 text-start font-normal">
                  <span className={`me-2 inline-block size-2 rounded-[2px] ${SWATCH[colourOf(feature)]}`} />
                  {hasReports ? (
                    <Link
                      to="/ai/usage"
                      search={toCalls({ feature })}
                      title={messages.feature.callsOf(feature)}
                      className="text-ink no-underline after:absolute after:inset-0"
                    >
                      {feature}
                    </Link>
                  ) : (
                    feature
                  )}
                </th>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={`py-1.5 ps-2.5 text-end ${column.key === 'cost' ? 'font-medium' : ''} ${shown(column)}`}
                  >
                    <Linked link={hasReports && column.value(sum, total, metric) ? links[column.key] : undefined}>
                      {column.show(sum, total, metric)}
                    </Linked>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <TotalRow columns={columns} total={total} metric={metric} shown={shown} />
        </tfoot>
      </table>
    </div>
  );
}

function TotalRow({
  columns,
  total,
  metric,
  shown,
}: {
  readonly columns: readonly TableColumn[];
  readonly total: UsageSum;
  readonly metric: ReturnType<typeof metricOf>;
  readonly shown: (column: TableColumn) => string;
}) {
  return (
    <tr className="font-medium">
      <th scope="row" className="py-1.5 pe-3 text-start font-medium">
        {messages.feature.total}
      </th>
      {columns.map((column) => (
        <td key={column.key} className={`py-1.5 ps-2.5 text-end ${shown(column)}`}>
          {column.show(total, total, metric)}
        </td>
      ))}
    </tr>
  );
}

interface CellLink {
  readonly to: AiSearch;
  readonly label: string;
}

/** Above the link of the row, which covers it. */
function Linked({ link, children }: { readonly link: CellLink | undefined; readonly children: ReactNode }) {
  if (link === undefined) return children;
  return (
    <Link
      to="/ai/usage"
      search={link.to}
      title={link.label}
      className="hit relative z-10 text-inherit underline decoration-line-strong"
    >
      {children}
    </Link>
  );
}

interface SortHeaderProps {
  readonly column: FeatureColumn;
  readonly sort: FeatureSort;
  readonly className?: string;
  readonly onSort: (sort: FeatureSort) => void;
  readonly children: ReactNode;
}

/** Names begin with A, figures with the largest; pressed again it is the other way round. */
function SortHeader({ column, sort, className = '', onSort, children }: SortHeaderProps) {
  const isFeature = column === 'feature';
  const direction = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined;
  const first: FeatureSort = isFeature ? column : `-${column}`;
  const second: FeatureSort = isFeature ? `-${column}` : column;
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={`font-normal ${isFeature ? 'pe-3 text-start' : 'ps-2.5 text-end'} ${className}`}
    >
      <button
        type="button"
        className={`hit relative inline-flex min-h-8 items-center gap-0.5 whitespace-normal hover:text-ink ${
          isFeature ? 'text-start' : 'text-end'
        } ${direction === undefined ? '' : 'font-medium text-ink'}`}
        onClick={() => onSort(sort === first ? second : first)}
      >
        {children}
        {direction === undefined ? null : (
          <Icon name={direction === 'ascending' ? 'chevron-up' : 'chevron-down'} size={14} />
        )}
      </button>
    </th>
  );
}
