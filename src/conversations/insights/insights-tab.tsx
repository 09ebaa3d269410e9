import { useQuery } from '@tanstack/react-query';
import type { InsightList } from '#contract/ai-reports.ts';
import { csvLine } from '#contract/csv.ts';
import { messages as page } from '#src/conversations/messages.ts';
import { useHasSessions, useShownWindow } from '#src/conversations/queries.ts';
import type { ConversationsSearch } from '#src/conversations/search.ts';
import { addDays } from '#src/format/days.ts';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { type DayWindow, formatZoneDays } from '#src/panels/day-window.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { InsightTable } from './insight-table.tsx';
import { Lead } from './lead.tsx';
import { messages } from './messages.ts';
import { draftsOptions, type Insights, MAX_LISTED, useInsights } from './queries.ts';
import { ShareChart } from './share-chart.tsx';

/** How much is handed over, what visitors ask, why and with which result, beside as many days before. */
export function InsightsTab({ search }: { readonly search: ConversationsSearch }) {
  const isWhole = useHasSessions();
  const window = useShownWindow(search);
  return (
    <PageBody>
      {isWhole ? (
        <>
          <Lead window={window} />
          <div className="mt-5">
            <ShareChart window={window} />
          </div>
        </>
      ) : (
        <p className="text-12 text-ink-3">{messages.documentCovers(formatZoneDays(window, 'UTC'))}</p>
      )}
      <div className="mt-6 grid items-start gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <InsightPanel list="question" window={window} search={search} />
        <div className="flex min-w-0 flex-col gap-8">
          <InsightPanel list="reason" window={window} search={search} />
          <InsightPanel list="status" window={window} search={search} />
          {isWhole ? <DraftsPanel window={window} /> : null}
        </div>
      </div>
    </PageBody>
  );
}

interface InsightPanelProps {
  readonly list: InsightList;
  readonly window: DayWindow;
  readonly search: ConversationsSearch;
}

function InsightPanel({ list, window, search }: InsightPanelProps) {
  const query = useInsights(list, window);
  const insights = query.data;
  return (
    <Panel
      title={messages.title[list]}
      note={insights === undefined ? null : noteOf(list, insights)}
      actions={
        <ExportButton
          label={page.export.button}
          total={insights?.rows.length}
          nothing={page.export.nothing}
          fileOf={() => ({
            fileName: `conversations-${list}s-${window.from}-to-${addDays(window.to, -1)}.csv`,
            readFile: () => Promise.resolve(insights === undefined ? '' : fileOf(list, insights)),
          })}
        />
      }
    >
      <QueryState query={query} name={messages.title[list]} rows={list === 'question' ? 10 : 5}>
        {(data) =>
          data.total + (data.previousTotal ?? 0) === 0 ? (
            <EmptyBlock icon="chat" title={messages.empty[list]} text={messages.emptyText} />
          ) : (
            <InsightTable list={list} insights={data} window={window} search={search} />
          )
        }
      </QueryState>
    </Panel>
  );
}

function noteOf(list: InsightList, { total, previousTotal, rowCount }: Insights): string {
  return [
    ...(previousTotal === null ? [] : [messages.total(formatCount(total), formatCount(previousTotal))]),
    ...(rowCount > MAX_LISTED ? [messages.listed(formatCount(MAX_LISTED), formatCount(rowCount))] : []),
    ...(list === 'question' ? [messages.firstCharacters] : []),
  ].join('; ');
}

/** The rows of the list, with shares of all of them. */
function fileOf(list: InsightList, { rows, total, previousTotal }: Insights): string {
  const head = [list, 'count', 'share', ...(previousTotal === null ? [] : ['previous_count', 'conversations'])];
  const lines = rows.map(({ label, count, previous, sessions }) => [
    ...[label, count, total === 0 ? null : count / total],
    ...(previousTotal === null ? [] : [previous, sessions]),
  ]);
  return [head, ...lines].map(csvLine).join('');
}

/** How agents used the copilot's drafts. */
function DraftsPanel({ window }: { readonly window: DayWindow }) {
  const { drafts: texts } = messages;
  const query = useQuery(draftsOptions(window));
  return (
    <Panel title={texts.title} note={formatZoneDays(window, 'UTC')}>
      <QueryState query={query} name={texts.title} rows={4}>
        {({ drafts, as_is, edited, discarded }) => {
          if (drafts === 0) return <p className="mt-1 text-ink-3">{texts.empty}</p>;
          const [used, settled] = [as_is + edited, as_is + edited + discarded];
          return (
            <>
              <p className="mt-1 tabular-nums">
                {settled === 0
                  ? texts.none
                  : texts.used(formatCount(used), formatCount(settled), formatPercent(used / settled))}
              </p>
              <FactList
                className="mt-2"
                facts={[
                  [texts.as_is, formatCount(as_is)],
                  [texts.edited, formatCount(edited)],
                  [texts.discarded, formatCount(discarded)],
                  [texts.open, formatCount(drafts - settled)],
                ]}
              />
            </>
          );
        }}
      </QueryState>
    </Panel>
  );
}
