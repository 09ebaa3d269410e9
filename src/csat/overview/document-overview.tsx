import { useQuery } from '@tanstack/react-query';
import type { getCsat } from '#contract/csat.ts';
import type { Reply } from '#contract/operation.ts';
import { definitionName, formatValue } from '#src/csat/figure-text.ts';
import { messages as page } from '#src/csat/messages.ts';
import { documentOptions, useShownWindow } from '#src/csat/queries.ts';
import type { OverviewSearch, TabProps } from '#src/csat/search.ts';
import { formatPercent, formatCount } from '#src/format/number.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDays } from '#src/panels/day-window.ts';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
import { AnswerRows, NoAnswers } from '#src/csat/answer-rows.tsx';
import { ScoreChip, ScoresPanel } from './scores-panel.tsx';
import { TREND_HEIGHT, Trend, trendSteps } from './trend-panel.tsx';

/** The lowest score that the API document calls satisfied. */
const GOOD_FROM = 4;

/** The page of a service that has `csat` alone: its figures by UTC days. */
export function DocumentOverview({ search, go, isAlone }: TabProps<OverviewSearch> & { readonly isAlone: boolean }) {
  const window = useShownWindow(search);
  const query = useQuery(documentOptions(search, false));
  const newest = useQuery({ ...documentOptions(search, true), enabled: !isAlone });
  const { data } = query;
  return (
    <>
      <QueryState query={query} name={messages.head.label} skeleton={<Skeleton className="my-2 h-6 w-40" />}>
        {({ summary }) => <DocumentHead summary={summary} window={formatUtcDays(window)} />}
      </QueryState>
      <p className="mt-1 text-12 text-ink-3">{page.notProvided}</p>
      <div className="mt-4 flex gap-8 border-t border-line pt-4 @max-[1048px]:flex-col">
        <div className="min-w-0 flex-1">
          <Trend
            title={messages.trend.title(definitionName('mean', GOOD_FROM))}
            steps={data === undefined ? null : trendSteps(daysOf(data), window.to)}
            notes={[]}
            definition="mean"
            name={definitionName('mean', GOOD_FROM)}
            window={window}
            note={messages.trend.note}
          >
            <div style={{ height: TREND_HEIGHT }} />
          </Trend>
        </div>
        {isAlone ? null : (
          <div className="flex-none border-line @max-[1048px]:border-t @max-[1048px]:pt-4 @min-[1048px]:w-[340px] @min-[1048px]:border-s @min-[1048px]:ps-8">
            <ScoresPanel figures={data?.summary} definition="mean" goodFrom={GOOD_FROM} search={search} go={go} />
          </div>
        )}
      </div>
      {isAlone ? null : (
        <div className="mt-5 border-t border-line pt-4">
          <Panel title={messages.newest.title} note={<ScoreChip search={search} go={go} />}>
            <QueryState query={newest} name={messages.newest.title} rows={8} rowClass="min-h-row">
              {({ recent }) =>
                recent.length === 0 ? (
                  <NoAnswers search={search} go={go} isFiltered={search.score !== undefined} />
                ) : (
                  <AnswerRows
                    label={messages.newest.title}
                    answers={recent.map(shownRecent)}
                    goodFrom={GOOD_FROM}
                    isOld={false}
                  />
                )
              }
            </QueryState>
          </Panel>
        </div>
      )}
    </>
  );
}

type Csat = Reply<typeof getCsat>;

function daysOf({ trend = [] }: Csat) {
  return trend.map(({ date, responses, average: value }) => ({ date, responses, value }));
}

function shownRecent({ ticket_id: id, score, comment, customer_name: name, created_utc }: Csat['recent'][number]) {
  return {
    score,
    comment,
    name,
    ticket: { id, label: page.ticketId(id.toString()), subject: null },
    channel: null,
    createdUtc: created_utc,
  };
}

function DocumentHead({ summary, window }: { readonly summary: Csat['summary']; readonly window: string }) {
  const { responses, average, satisfied_share: share } = summary;
  const answers = page.answers(responses, formatCount(responses));
  return (
    <section aria-label={messages.head.label}>
      <h2 className="text-28 font-semibold tabular-nums">
        {average === null ? (
          messages.head.none
        ) : (
          <>
            {formatValue('mean', average)}{' '}
            <span className="text-14 font-normal text-ink-3">{messages.head.meanName}</span>
          </>
        )}
      </h2>
      <p className="text-ink-2">
        {average === null || share === null
          ? messages.says.none(window)
          : messages.says.document(formatValue('mean', average), answers, formatPercent(share), window)}
      </p>
    </section>
  );
}
