import { useQuery } from '@tanstack/react-query';
import { listAiUsage } from '#contract/ai-reports.ts';
import { callsBehind } from '#src/ai-usage/calls/calls-filters.ts';
import { CallsLink } from '#src/ai-usage/figure-cells.tsx';
import { wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { ValueSearch } from '#src/ai-usage/search.ts';
import { formatCount } from '#src/format/number.ts';
import { RowsButton } from '#src/list-export/rows-button.tsx';
import type { DayWindow } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDaysAndYears } from '#src/panels/window-text.ts';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { windowFile } from './value-files.ts';

interface ErrorsPanelProps {
  readonly search: ValueSearch;
  readonly window: DayWindow;
}

const texts = messages.errors;
const FIELDS = ['error_code', 'model', 'calls'] as const;

/** Why calls failed, by reason and model, each a way to these calls. */
export function ErrorsPanel({ search, window }: ErrorsPanelProps) {
  const { from, to } = window;
  const query = useQuery(wholeReportOptions(listAiUsage, { from, to, group_by: ['error', 'model'], status: 'error' }));
  return (
    <Panel
      title={texts.title}
      note={formatUtcDaysAndYears(window)}
      resource="ai_reports"
      actions={
        <RowsButton
          panel={texts.title}
          fileName={windowFile('errors', window)}
          fields={FIELDS}
          rows={query.data?.toSorted((a, b) => b.calls - a.calls)}
        />
      }
    >
      <QueryState query={query} name={texts.title} rows={3}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="mt-2 text-ink-3">{texts.none}</p>
          ) : (
            <Table
              caption={texts.title}
              className="mt-1"
              rows={rows.toSorted((a, b) => b.calls - a.calls)}
              keyOf={({ error_code: code, model }) => `${code ?? ''} ${model ?? ''}`}
              columns={[
                {
                  key: 'reason',
                  head: texts.reason,
                  isRowHead: true,
                  cell: ({ error_code: code }) => code ?? texts.unsaid,
                },
                { key: 'model', head: texts.model, cell: ({ model }) => model },
                {
                  key: 'calls',
                  head: texts.calls,
                  isFigure: true,
                  cell: ({ error_code: code, model, calls }) => (
                    <CallsLink
                      // Calls that did not say why cannot be listed by it.
                      search={
                        code === null || code === undefined
                          ? null
                          : callsBehind(search, { status: 'error', error: code, model })
                      }
                      label={texts.show(calls, formatCount(calls), code ?? '')}
                    >
                      {formatCount(calls)}
                    </CallsLink>
                  ),
                },
              ]}
            />
          )
        }
      </QueryState>
    </Panel>
  );
}
