import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAiCapChanges, listAiUsage } from '#contract/ai-reports.ts';
import { csvFile } from '#contract/csv.ts';
import { messages as pageMessages } from '#src/ai-usage/messages.ts';
import { limitsOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { MonthSearch } from '#src/ai-usage/search.ts';
import { useUnpricedState } from '#src/ai-usage/unpriced.tsx';
import { usePoints, useResolved, useSessions } from '#src/ai-usage/value/value-queries.ts';
import { useLoggedCalls } from '#src/api/call-log.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { nextMonth, previousMonth, utcToday } from '#src/format/days.ts';
import { formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcMonthAndYear } from '#src/format/utc-day.ts';
import { type DayWindow, isAhead, monthWindow } from '#src/panels/day-window.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { QueryPending } from '#src/panels/panel.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { monthReport, type MonthReport, type ReportTable } from './month-report.ts';

interface MonthPageProps {
  readonly search: MonthSearch;
}

/** A month of AI on one page, to print or to send. */
export function MonthPage({ search }: MonthPageProps) {
  const whoami = useWhoami();
  const today = utcToday(useNow());
  const month = search.month ?? previousMonth(today);
  const window = monthWindow(month, today);
  const isDeployed = whoami.capabilities.deployed['ai_usage'] !== false;
  return (
    <>
      <PageHeader
        title={messages.title}
        actions={
          <Link to="/ai/usage/value" className={buttonClass({ variant: 'ghost' })}>
            {messages.back}
          </Link>
        }
      />
      <PageBody>
        {!isDeployed ? (
          <EmptyBlock icon="spark" title={pageMessages.notDeployed} text={pageMessages.notDeployedText} />
        ) : window === null ? null : isAhead(window, today) ? (
          <EmptyBlock
            icon="clock"
            title={messages.ahead(formatUtcMonthAndYear(window.from))}
            text={messages.aheadText}
            action={<MonthLink month={today.slice(0, 7)} />}
          />
        ) : (
          <Month key={month} month={month} window={window} today={today} />
        )}
      </PageBody>
    </>
  );
}

interface MonthProps {
  readonly month: string;
  readonly window: DayWindow;
  readonly today: string;
}

function Month({ month, window, today }: MonthProps) {
  const { site_id } = useWhoami();
  const zone = useDisplayZone();
  const { report, madeMs, pending } = useMonthReport(window, today);
  const requests = useRequestIds(window.from);
  const foot = [
    messages.made(formatInstant(new Date(madeMs).toISOString(), zone, 0)),
    ...(requests.length === 0 ? [] : [messages.requests(requests.join(', '))]),
  ];
  const name = `ai-${site_id}-${month}`;
  const saveHtml = () =>
    report !== null && saveFile(monthHtml(report, foot), `${name}.html`, 'text/html;charset=utf-8');
  const saveCsv = () => report !== null && saveFile(monthCsv(report), `${name}.csv`);
  const disabledReason = report === null ? messages.notReady : undefined;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <nav aria-label={messages.months} className="flex flex-1 flex-wrap gap-2">
          <MonthLink month={previousMonth(month)} />
          {month < today.slice(0, 7) ? <MonthLink month={nextMonth(month)} /> : null}
        </nav>
        <Button disabledReason={disabledReason} onClick={() => print()}>
          {messages.print}
        </Button>
        <Button icon="download" disabledReason={disabledReason} onClick={saveHtml}>
          {messages.saveHtml}
        </Button>
        <Button icon="download" disabledReason={disabledReason} onClick={saveCsv}>
          {messages.saveCsv}
        </Button>
      </div>
      {report === null ? (
        <QueryPending query={pending} name={messages.title} rows={12} />
      ) : (
        <MonthSheet report={report} foot={foot} />
      )}
    </>
  );
}

/** The report as a whole, which waits for its slowest part: a page to print has no holes. */
function useMonthReport(window: DayWindow, today: string) {
  const whoami = useWhoami();
  const { from, to } = window;
  const days = useQuery(wholeReportOptions(listAiUsage, { from, to, group_by: ['day'] }));
  const features = useQuery(wholeReportOptions(listAiUsage, { from, to, group_by: ['feature'] }));
  const models = useQuery(wholeReportOptions(listAiUsage, { from, to, group_by: ['model'] }));
  const changes = useQuery(wholeReportOptions(listAiCapChanges));
  const limits = useQuery(limitsOptions());
  const resolved = useResolved(window);
  const sessions = useSessions(window);
  const points = usePoints(window, today);
  const unpricedCalls = days.data?.reduce((sum, { unpriced_calls }) => sum + unpriced_calls, 0) ?? 0;
  const { unpriced, isLoading } = useUnpricedState(window, undefined, unpricedCalls > 0);
  const texts = messages.value;
  const isReady =
    days.data !== undefined &&
    features.data !== undefined &&
    models.data !== undefined &&
    changes.data !== undefined &&
    !isLoading &&
    [resolved, sessions, points].every(({ state }) => state !== 'loading');
  const report: MonthReport | null = isReady
    ? monthReport({
        title: messages.ofSite(whoami.site_name || String(whoami.site_id), formatUtcMonthAndYear(from)),
        window,
        today,
        days: days.data,
        features: features.data,
        models: models.data,
        changes: changes.data,
        limits: limits.data ?? null,
        unpriced: unpriced && { usd: unpriced.cost.usd, model: unpriced.price.name },
        value: [
          { name: texts.tickets, count: resolved.state === 'known' ? resolved.value : null },
          { name: texts.sessions, count: sessions.state === 'known' ? sessions.value.without : null },
          { name: texts.points, count: points.state === 'known' ? points.value.points : null },
        ],
      })
    : null;
  const waiting = [days, features, models, changes].filter(({ data }) => data === undefined);
  const pending = waiting.find(({ isError }) => isError) ?? waiting[0] ?? days;
  return { report, madeMs: days.dataUpdatedAt, pending };
}

function MonthLink({ month }: { readonly month: string }) {
  return (
    <Link to="/ai/month" search={{ month }} className={buttonClass()}>
      {formatUtcMonthAndYear(`${month}-01`)}
    </Link>
  );
}

/** Of the calls that the figures came from, as far as the log still has them. */
function useRequestIds(from: string): readonly string[] {
  const ids = useLoggedCalls().flatMap(({ resource, url, end }) => {
    const id = resource === 'ai_reports' && url.includes(`from=${from}`) ? end?.headers?.get('X-SVC-Request-Id') : null;
    return id === null || id === undefined ? [] : [id];
  });
  return [...new Set(ids)];
}

interface MonthSheetProps {
  readonly report: MonthReport;
  /** When it was made, and from which calls. */
  readonly foot: readonly string[];
}

/** The page that is printed: on paper it is all there is. */
function MonthSheet({ report, foot }: MonthSheetProps) {
  const { title, window, notes, tables, definitions } = report;
  // The days are as long as all else together: they stand beside it.
  const days = tables.at(-1);
  return (
    <article data-print="" aria-label={title} className="mt-4 text-12">
      <h2 className="text-20 font-semibold [overflow-wrap:anywhere]">{title}</h2>
      <p className="text-ink-2">{[window, ...notes].join('. ')}</p>
      <div className="grid gap-x-8 md:grid-cols-2 print:grid-cols-2">
        <div className="min-w-0">
          {tables.slice(0, -1).map((table) => (
            <SheetTable key={table.title} table={table} />
          ))}
        </div>
        <div className="min-w-0">{days === undefined ? null : <SheetTable table={days} />}</div>
      </div>
      <h3 className="mt-4 font-semibold">{messages.definitions.title}</h3>
      {[definitions, ...foot].map((line) => (
        <p key={line} className="text-11 text-ink-3 [overflow-wrap:anywhere]">
          {line}
        </p>
      ))}
    </article>
  );
}

/** A table of the sheet, as close as paper needs it. */
function SheetTable({ table: { title, columns, rows, empty } }: { readonly table: ReportTable }) {
  const hasHead = columns.some(({ label }) => label !== '');
  const { figure, value } = messages.csv;
  return (
    <section>
      <h3 className="mt-4 font-semibold">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-ink-3">{empty}</p>
      ) : (
        <Table
          caption={title}
          isHeadHidden={!hasHead}
          className="text-11 print:overflow-visible"
          rows={rows}
          keyOf={(cells) => String(rows.indexOf(cells))}
          columns={columns.map(({ label, isNumber }, at) => ({
            key: String(at),
            head: hasHead ? label : at === 0 ? figure : value,
            isRowHead: at === 0,
            isFigure: isNumber,
            className: 'py-0! text-11! [overflow-wrap:anywhere]',
            cell: (cells: ReportTable['rows'][number]) => cells[at]?.shown,
          }))}
        />
      )}
    </section>
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

// The file runs nothing and fetches nothing, whoever opens it.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const STYLE =
  'body{font:13px/1.45 system-ui,sans-serif;color:#1a1a17;max-width:760px;margin:24px auto;padding:0 16px}' +
  'h1{font-size:20px;margin:0}h2{font-size:14px;margin:20px 0 4px}p{margin:4px 0;color:#52524b}' +
  'table{border-collapse:collapse;width:100%;font-size:12px}' +
  'td,th{padding:2px 8px;border-bottom:1px solid #e7e7e2;text-align:start;font-weight:400;overflow-wrap:anywhere}' +
  'thead th{color:#696961}.n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}' +
  '@page{size:A4;margin:12mm}';

/** The report as one page of HTML without scripts; every text of it is escaped. @param foot what stands below it */
export function monthHtml(report: MonthReport, foot: readonly string[]): string {
  const lines = [report.window, ...report.notes].map((text) => `<p>${escapeHtml(text)}</p>`);
  const end = [report.definitions, ...foot].map((text) => `<p>${escapeHtml(text)}</p>`);
  const title = escapeHtml(report.title);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>`,
    `<body><h1>${title}</h1>`,
    ...lines,
    ...report.tables.map(tableHtml),
    `<h2>${escapeHtml(messages.definitions.title)}</h2>`,
    ...end,
    '</body></html>',
    '',
  ].join('\n');
}

function tableHtml({ title, columns, rows, empty }: ReportTable): string {
  const heading = `<h2>${escapeHtml(title)}</h2>`;
  if (rows.length === 0) return `${heading}<p>${escapeHtml(empty ?? '')}</p>`;
  const hasHead = columns.some(({ label }) => label !== '');
  const head = columns.map(({ label, isNumber }) => `<th${numberClass(isNumber)}>${escapeHtml(label)}</th>`).join('');
  const body = rows.map((cells) => {
    const parts = cells.map(({ shown }, at) => {
      const tag = at === 0 ? 'th' : 'td';
      return `<${tag}${numberClass(columns[at]?.isNumber ?? false)}>${escapeHtml(shown)}</${tag}>`;
    });
    return `<tr>${parts.join('')}</tr>`;
  });
  return `${heading}<table>${hasHead ? `<thead><tr>${head}</tr></thead>` : ''}<tbody>${body.join('')}</tbody></table>`;
}

function numberClass(isNumber: boolean): string {
  return isNumber ? ' class="n"' : '';
}

/** One figure a line: table, row, column and the exact value. */
export function monthCsv({ tables }: MonthReport): string {
  const { section, item, figure, value } = messages.csv;
  return csvFile(
    [section, item, figure, value],
    tables.flatMap(({ title, columns, rows }) =>
      rows.flatMap(([head, ...cells]) =>
        cells.map((cell, at) => [title, head?.exact ?? null, columns[at + 1]?.label ?? '', cell.exact]),
      ),
    ),
  );
}
