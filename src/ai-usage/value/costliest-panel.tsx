import { listAiUsage } from '#contract/ai-reports.ts';
import { useQuery } from '@tanstack/react-query';
import { costliest } from '#src/ai-usage/figures/tail.ts';
import { reportOptions } from '#src/ai-usage/queries.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { COSTLIEST_BY, type AiSearch } from '#src/ai-usage/search.ts';
import type { GoTo } from '#src/ai-usage/tab-props.ts';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { CostliestTable, idOf } from './costliest-table.tsx';
import { messages } from './value-messages.ts';

interface CostliestPanelProps {
  readonly search: AiSearch;
  readonly go: GoTo;
  readonly window: UsageWindow;
  readonly note: string;
}

const SHOWN = 10;
/** More than are shown, so that the calls that belong to none are nearly always among them and can be named. */
const ASKED = 30;
const texts = messages.costliest;

/** What cost the most, each a door to its rows, with the long tail in one line. */
export function CostliestPanel({ search, go, window, note }: CostliestPanelProps) {
  const by = search.costliest ?? 'session';
  const { from, to } = window;
  const groups = useQuery(reportOptions(listAiUsage, { from, to, group_by: [by], order_by: 'cost', limit: ASKED }));
  const total = useQuery(reportOptions(listAiUsage, { from, to }));
  return (
    <Panel
      title={texts.title}
      note={note}
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
        {({ items: [all] }) => (
          <QueryState query={groups} name={texts.title} rows={SHOWN}>
            {({ items, total_count }) => (
              <CostliestTable
                by={by}
                search={search}
                list={costliest({
                  rows: items,
                  groups: total_count,
                  total: all ?? { calls: 0, cost_usd: 0 },
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
