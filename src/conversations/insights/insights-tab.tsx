import { useQuery } from '@tanstack/react-query';
import type { InsightList } from '#contract/ai-reports.ts';
import { HANDOFF_STATUSES } from '#contract/conversations.ts';
import { csvFile, csvLine } from '#contract/csv.ts';
import { messages as page } from '#src/conversations/messages.ts';
import { useHasSessions, useShownWindow } from '#src/conversations/queries.ts';
import type { InsightsSearch, TabProps } from '#src/conversations/search.ts';
import { addDays } from '#src/format/days.ts';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { type DayWindow, formatZoneDays } from '#src/panels/day-window.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import type { ChangeList, ChangeRow } from './changes.ts';
import { ChangeTable } from './change-table.tsx';
import { DraftsPanel } from './drafts-panel.tsx';
import { HandoversPanel } from './handovers-panel.tsx';
import { Lead } from './lead.tsx';
import { messages } from './messages.ts';
import { QuestionDetail } from './question-detail.tsx';
import {
  changeList,
  documentOptions,
  insightPages,
  insightsOptions,
  MAX_COMPARED,
  startersOptions,
} from './queries.ts';
import { starterOf } from './starters.ts';

/** Lists what visitors ask, why and how often conversations are handed over, and how that changed. */
export function InsightsTab(props: TabProps<InsightsSearch>) {
  const hasSessions = useHasSessions();
  return <PageBody>{hasSessions ? <WholeInsights {...props} /> : <DocumentInsights {...props} />}</PageBody>;
}

const COLUMNS = 'mt-6 grid items-start gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]';
const COLUMN = 'flex min-w-0 flex-col gap-8';

function WholeInsights({ search, go }: TabProps<InsightsSearch>) {
  const window = useShownWindow(search);
  return (
    <>
      <Lead window={window} />
      <div className={COLUMNS}>
        <div className={COLUMN}>
          <InsightPanel list="question" window={window} search={search} go={go} />
        </div>
        <div className={COLUMN}>
          <HandoversPanel window={window} />
          <InsightPanel list="reason" window={window} search={search} go={go} />
          <InsightPanel list="status" window={window} search={search} go={go} />
          <DraftsPanel window={window} />
        </div>
      </div>
    </>
  );
}

interface InsightPanelProps extends TabProps<InsightsSearch> {
  readonly list: InsightList;
  readonly window: DayWindow;
}

function InsightPanel({ list, window, search, go }: InsightPanelProps) {
  const query = useQuery(insightsOptions(list, window));
  const { from, to } = window;
  const total = query.data?.total_count;
  return (
    <Panel
      title={messages.title[list]}
      note={query.data === undefined ? null : noteOf(list, query.data)}
      actions={
        <ExportButton
          label={page.export.button}
          total={total}
          nothing={page.export.nothing}
          fileOf={() => ({
            fileName: `conversations-${list}s-${from}-to-${addDays(to, -1)}.csv`,
            readPage: insightPages(list, window),
            fileOf: (rows) =>
              csvFile(
                [list, 'count', 'previous_count', 'share', 'conversations'],
                rows.map(({ label, count, previous_count, sessions }) => [
                  label,
                  count,
                  previous_count,
                  query.data === undefined || query.data.total === 0 ? null : count / query.data.total,
                  sessions,
                ]),
              ),
          })}
        />
      }
    >
      <QueryState query={query} name={messages.title[list]} rows={list === 'question' ? 14 : 5}>
        {(data) => <InsightTable list={list} rows={changeList(data)} window={window} search={search} go={go} />}
      </QueryState>
    </Panel>
  );
}

interface Totals {
  readonly total: number;
  readonly previous_total: number;
  readonly total_count: number;
}

function noteOf(list: InsightList, { total, previous_total, total_count }: Totals): string {
  const parts = [messages.total(formatCount(total), formatCount(previous_total))];
  if (total_count > MAX_COMPARED) parts.push(messages.listed(formatCount(MAX_COMPARED), formatCount(total_count)));
  if (list === 'question') parts.push(messages.firstCharacters);
  return parts.join('; ');
}

interface InsightTableProps extends TabProps<InsightsSearch> {
  readonly list: InsightList;
  readonly rows: ChangeList;
  readonly window: DayWindow;
}

/** The list with what its rows open. */
function InsightTable({ list, rows: { rows, total, previousTotal }, window, search, go }: InsightTableProps) {
  const hasSessions = useHasSessions();
  const starters = useQuery({ ...startersOptions(), enabled: list === 'question' });
  if (total + previousTotal === 0)
    return <EmptyBlock icon="chat" title={messages.empty[list]} text={messages.emptyText} />;
  const caption = `${messages.title[list]}, ${formatZoneDays(window, 'UTC')}`;
  // The API document's own lists have no addresses for free days, and no filter by reason.
  const days = hasSessions ? { from: window.from, to: window.to } : { days: search.days };
  const table = { caption, head: messages.column[list], rows, total };
  if (list === 'status')
    return (
      <ChangeTable
        {...table}
        isNarrow
        nameOf={({ label }) => statusOf(label)?.word ?? label}
        linkOf={({ label }) => {
          const status = statusOf(label)?.status;
          return status === undefined ? null : { to: '/conversations/handovers', search: { ...days, status } };
        }}
      />
    );
  if (list === 'reason')
    return (
      <ChangeTable
        {...table}
        isNarrow
        linkOf={
          hasSessions
            ? ({ label: reason }) => ({ to: '/conversations/handovers', search: { ...days, reason } })
            : undefined
        }
      />
    );
  const texts = starters.data?.items.map(({ text }) => text);
  const starter = (row: ChangeRow) => (texts === undefined ? undefined : starterOf(row.label, texts));
  return (
    <>
      <ChangeTable
        {...table}
        open={{
          label: search.open,
          onToggle: (label) => go({ ...search, open: label === search.open ? undefined : label }, { replace: true }),
          detailOf: (row) => (
            <QuestionDetail key={row.label} row={row} starter={starter(row)} hasFailed={starters.isError} days={days} />
          ),
        }}
        end={{ head: messages.column.starter, cell: (row) => <Starter text={starter(row)} /> }}
      />
      {texts === undefined ? null : <WithoutStarter rows={rows} total={total} starters={texts} />}
    </>
  );
}

function statusOf(label: string) {
  const status = HANDOFF_STATUSES.find((one) => one === label);
  return status === undefined ? undefined : { status, word: page.handoffStatus[status] };
}

/** @param text undefined while the starters are loading */
function Starter({ text }: { readonly text: string | null | undefined }) {
  if (text === undefined) return null;
  return text === null ? (
    <span className="text-12 whitespace-nowrap text-warn-text">{messages.noStarter}</span>
  ) : (
    <span dir="auto" title={messages.matched} className="block max-w-36 truncate text-12 text-ink-2">
      {text}
    </span>
  );
}

const MOST_FREQUENT = 20;

interface WithoutStarterProps {
  readonly rows: readonly ChangeRow[];
  readonly total: number;
  readonly starters: readonly string[];
}

function WithoutStarter({ rows, total, starters }: WithoutStarterProps) {
  const top = rows.filter(({ count }) => count > 0).slice(0, MOST_FREQUENT);
  const without = top.filter(({ label }) => starterOf(label, starters) === null);
  if (total === 0) return null;
  const asked = without.reduce((sum, { count }) => sum + count, 0);
  return (
    <p className="mt-2 text-12 text-ink-3 tabular-nums">
      {messages.withoutStarter(formatCount(without.length), formatCount(top.length), formatPercent(asked / total))}
    </p>
  );
}

/** The same lists from `ai_insights`, which has no days before. */
function DocumentInsights({ search, go }: TabProps<InsightsSearch>) {
  const window = useShownWindow(search);
  const query = useQuery(documentOptions(window));
  const lists = { question: 'top_questions', reason: 'top_handoff_reasons', status: 'handoff_status' } as const;
  return (
    <>
      <p className="text-12 text-ink-3">{messages.lead.documentCovers(formatZoneDays(window, 'UTC'))}</p>
      <div className={COLUMNS}>
        {(['question', 'reason', 'status'] as const).map((list) => {
          const items = query.data?.[lists[list]];
          return (
            <Panel
              key={list}
              title={messages.title[list]}
              note={list === 'question' ? messages.firstCharacters : null}
              actions={
                <ExportButton
                  label={page.export.button}
                  total={items?.length}
                  nothing={page.export.nothing}
                  fileOf={() => ({
                    fileName: `conversations-${list}s-${window.from}-to-${addDays(window.to, -1)}.csv`,
                    readFile: () =>
                      Promise.resolve(
                        [[list, 'count'], ...(items ?? []).map(({ label, count }) => [label, count])]
                          .map(csvLine)
                          .join(''),
                      ),
                  })}
                />
              }
            >
              <QueryState query={query} name={messages.title[list]} rows={8}>
                {(data) => (
                  <InsightTable
                    list={list}
                    rows={documentList(data[lists[list]])}
                    window={window}
                    search={search}
                    go={go}
                  />
                )}
              </QueryState>
            </Panel>
          );
        })}
      </div>
    </>
  );
}

function documentList(items: readonly { readonly label: string; readonly count: number }[]): ChangeList {
  const rows = items.map((item) => ({ ...item, previous: null, sessions: null }));
  return { rows, total: items.reduce((sum, { count }) => sum + count, 0), previousTotal: 0 };
}
