import { PageBody, PageHeader } from '#src/panels/page-frame.tsx';
import { listAiCapChanges, listAiUsage } from '#contract/ai-reports.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLoggedCalls } from '#src/api/call-log.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { lastMonth, monthWindow, nextMonth, previousMonth } from '#src/ai-usage/usage-window.ts';
import { messages as pageMessages } from '#src/ai-usage/messages.ts';
import { limitsOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import { QueryPending } from '#src/panels/panel.tsx';
import { utcToday, type UsageWindow } from '#src/ai-usage/usage-window.ts';
import { usePoints, useResolved, useSessions } from '#src/ai-usage/value/value-queries.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcMonthAndYear } from '#src/format/utc-day.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { monthCsv, monthHtml } from './month-files.ts';
import { messages } from './month-messages.ts';
import { monthReport, type MonthReport } from './month-report.ts';
import type { MonthSearch } from './month-search.ts';
import { MonthSheet } from './month-sheet.tsx';

interface MonthPageProps {
  readonly search: MonthSearch;
}

/** A month of AI on one page, to print or to send. */
export function MonthPage({ search }: MonthPageProps) {
  const whoami = useWhoami();
  const today = utcToday(useNow());
  const month = search.month ?? lastMonth(today);
  const window = monthWindow(month, today);
  const isDeployed = whoami.capabilities.deployed['ai_usage'] !== false;
  const hasReports = hasExtension(whoami, 'ai_reports');
  const isKnown = isDeployed && hasReports && window !== null;
  return (
    <>
      <PageHeader
        title={messages.title}
        actions={
          <Link to="/ai/usage" search={{ tab: 'value' }} className={buttonClass({ variant: 'ghost' })}>
            {messages.back}
          </Link>
        }
      />
      <PageBody>
        {isKnown ? (
          <Month key={month} month={month} window={window} today={today} />
        ) : isDeployed ? (
          <EmptyBlock icon="info" title={pageMessages.notProvided} text={messages.needs} />
        ) : (
          <EmptyBlock icon="spark" title={pageMessages.notDeployed} text={pageMessages.notDeployedText} />
        )}
      </PageBody>
    </>
  );
}

interface MonthProps {
  readonly month: string;
  readonly window: UsageWindow;
  readonly today: string;
}

function Month({ month, window, today }: MonthProps) {
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const { from, to } = window;
  const days = useQuery(wholeReportOptions(listAiUsage, { from, to, group_by: ['day'] }));
  const features = useQuery(wholeReportOptions(listAiUsage, { from, to, group_by: ['feature'] }));
  const models = useQuery(wholeReportOptions(listAiUsage, { from, to, group_by: ['model'] }));
  const changes = useQuery(wholeReportOptions(listAiCapChanges));
  const limits = useQuery(limitsOptions());
  const resolved = useResolved(window);
  const sessions = useSessions(window);
  const points = usePoints(window, today);
  const requests = useRequestIds(from);
  const texts = messages.value;
  const isReady =
    days.data !== undefined &&
    features.data !== undefined &&
    models.data !== undefined &&
    changes.data !== undefined &&
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
        value: [
          { name: texts.tickets, count: resolved.state === 'known' ? resolved.value : null },
          { name: texts.sessions, count: sessions.state === 'known' ? sessions.value.without : null },
          { name: texts.points, count: points.state === 'known' ? points.value.points : null },
        ],
      })
    : null;
  const foot = [
    messages.made(formatInstant(new Date(days.dataUpdatedAt).toISOString(), zone)),
    ...(requests.length === 0 ? [] : [messages.requests(requests.join(', '))]),
  ];
  // The panel as a whole waits for its slowest part: a page to print has no holes.
  const parts = [days, features, models, changes];
  const failed = parts.find(({ isError, data }) => isError && data === undefined);
  const waiting = parts.find(({ data }) => data === undefined) ?? days;
  const name = `ai-${whoami.site_id}-${month}`;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <nav aria-label={messages.months} className="flex flex-1 flex-wrap gap-2">
          <MonthLink month={previousMonth(month)} />
          {month < today.slice(0, 7) ? <MonthLink month={nextMonth(month)} /> : null}
        </nav>
        <Button disabledReason={report === null ? messages.notReady : undefined} onClick={() => print()}>
          {messages.print}
        </Button>
        <Button
          icon="download"
          disabledReason={report === null ? messages.notReady : undefined}
          onClick={() =>
            report !== null && saveFile(monthHtml(report, foot), `${name}.html`, 'text/html;charset=utf-8')
          }
        >
          {messages.saveHtml}
        </Button>
        <Button
          icon="download"
          disabledReason={report === null ? messages.notReady : undefined}
          onClick={() => report !== null && saveFile(monthCsv(report), `${name}.csv`)}
        >
          {messages.saveCsv}
        </Button>
      </div>
      {report === null ? (
        <QueryPending query={failed ?? waiting} name={messages.title} rows={12} />
      ) : (
        <MonthSheet report={report} foot={foot} />
      )}
    </>
  );
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
