import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Reply } from '#contract/operation.ts';
import type { summarizeAiReviews } from '#contract/ai-reviews.ts';
import { COMPARABLE_ANSWERS } from '#contract/csat-reports.ts';
import { DEFAULT_SAMPLE, type ReviewSearch, SAMPLE_RULES, type TabProps } from '#src/conversations/search.ts';
import { type SessionRow, sessionsFile } from '#src/conversations/sessions/session-rows.ts';
import { addDays } from '#src/format/days.ts';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { ChoiceFilter } from '#src/forms/choice-filter.tsx';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { type DayWindow, formatZoneDays } from '#src/panels/day-window.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages as all } from './messages.ts';
import { resultsOptions } from './queries.ts';

const texts = all.results;
const messages = all.sample;
const SIZES = ['10', '50', '100', '200'];

interface SampleToolsProps extends TabProps<ReviewSearch> {
  readonly window: DayWindow;
}

/** Which conversations are read, and what all reviews of these days say. */
export function SampleTools({ search, go, window }: SampleToolsProps) {
  const results = useQuery(resultsOptions(window));
  const change = (next: Partial<ReviewSearch>) => go({ ...search, session: undefined, ...next }, { replace: true });
  const { from, to } = window;
  return (
    <div className="flex flex-none flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-2">
      <div role="group" aria-label={messages.label} className="flex items-end gap-2 max-md:w-full">
        <ChoiceFilter
          label={messages.rule}
          any={messages.all}
          value={search.rule}
          options={SAMPLE_RULES.map((rule) => [rule, messages.rules[rule]])}
          className="w-44 max-md:flex-1"
          onChange={(value) => change({ rule: SAMPLE_RULES.find((rule) => rule === value) })}
        />
        <ChoiceFilter
          label={messages.size}
          any={String(DEFAULT_SAMPLE)}
          value={search.sample?.toString()}
          options={SIZES.map((size) => [size, size])}
          className="w-24"
          onChange={(size) => change({ sample: size === undefined ? undefined : Number(size) })}
        />
      </div>
      <section aria-label={texts.name} className="min-w-0 flex-1 basis-80 text-12 text-ink-2 tabular-nums">
        <QueryState query={results} name={texts.name} skeleton={<Skeleton className="my-2 h-2.5 w-64" />}>
          {(data) => <Results results={data} window={window} />}
        </QueryState>
      </section>
      <ExportButton<SessionRow>
        label={texts.file}
        total={results.data?.reviewed}
        nothing={texts.nothing}
        fileOf={() =>
          sessionsFile({ from, to, review: 'any' }, `conversations-reviews-${from}-to-${addDays(to, -1)}.csv`)
        }
      />
    </div>
  );
}

interface ResultsProps {
  readonly results: Reply<typeof summarizeAiReviews>;
  readonly window: DayWindow;
}

/** The share of right ones with its sample size, reasons of the wrong ones, and who reviewed. */
function Results({ results: { reviewed, right, wrong, reasons, reviewers, sample_of }, window }: ResultsProps) {
  const { from, to } = window;
  const days = formatZoneDays(window, 'UTC');
  if (reviewed === 0) return <p>{texts.none}</p>;
  const link = 'hit relative text-accent-text hover:underline';
  const list = (rows: readonly (readonly [string, number])[]) =>
    rows.map(([name, count]) => texts.counted(name, formatCount(count))).join(', ');
  return (
    <>
      <p>
        <span className="me-2 font-medium text-ink">
          {reviewed < COMPARABLE_ANSWERS
            ? texts.few(formatCount(right), formatCount(reviewed))
            : texts.share(formatPercent(right / reviewed), formatCount(right), formatCount(reviewed))}
        </span>
        <Link to="/conversations" search={{ from, to, review: 'right' }} className={`${link} me-2`}>
          {texts.right(formatCount(right))}
        </Link>
        <Link to="/conversations" search={{ from, to, review: 'wrong' }} className={link}>
          {texts.wrong(formatCount(wrong))}
        </Link>
        <span className="ms-2 text-ink-3">{texts.of(formatCount(reviewed), formatCount(sample_of), days)}</span>
      </p>
      <p dir="auto" className="[overflow-wrap:anywhere]">
        {reasons.length === 0 ? null : (
          <span className="me-3">
            {texts.reasons} {list(reasons.map(({ reason, count }) => [reason, count]))}
          </span>
        )}
        {texts.reviewers} {list(reviewers.map(({ reviewer, count }) => [reviewer, count]))}
      </p>
    </>
  );
}
