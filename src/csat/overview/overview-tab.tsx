import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AnswerRows, NoAnswers, shownAnswer } from '#src/csat/answer-rows.tsx';
import { messages as page } from '#src/csat/messages.ts';
import {
  answersOptions,
  answersQuery,
  type ShownWindow,
  useHasReports,
  useShownWindow,
  useSummary,
} from '#src/csat/queries.ts';
import { filtersOf, sharedOf, type OverviewSearch, type TabProps } from '#src/csat/search.ts';
import { formatCount } from '#src/format/number.ts';
import { isAhead } from '#src/panels/day-window.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { messages as panels } from '#src/panels/messages.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { DocumentOverview } from './document-overview.tsx';
import { Head } from './head.tsx';
import { messages } from './messages.ts';
import { NotesPanel, useNotes } from './notes-panel.tsx';
import { ScoreChip, ScoresPanel } from './scores-panel.tsx';
import { SplitsPanel } from './splits-panel.tsx';
import { TrendPanel } from './trend-panel.tsx';

/** The score, its change, the trend, the newest answers, splits and notes; alone in a frame, the score and the trend. */
export function OverviewTab(tab: TabProps<OverviewSearch>) {
  const props = { ...tab, isAlone: useEmbedded()?.only === 'trend' };
  return <PageBody>{useHasReports() ? <Overview {...props} /> : <DocumentOverview {...props} />}</PageBody>;
}

function Overview({ search, go, isAlone }: TabProps<OverviewSearch> & { readonly isAlone: boolean }) {
  const window = useShownWindow(search);
  const summary = useSummary(search, window);
  const notes = useNotes(window);
  const { data } = summary.query;
  if (isAhead(window, window.today))
    return <EmptyBlock icon="star" title={panels.window.ahead} text={panels.window.aheadText} />;
  const head = <Head summary={summary} search={search} go={go} isAlone={isAlone} />;
  const chart = <TrendPanel search={search} window={window} summary={summary} notes={notes.data} isAlone={isAlone} />;
  if (isAlone)
    return (
      <>
        {head}
        <div className="mt-4 border-t border-line pt-3">{chart}</div>
      </>
    );
  return (
    <>
      {head}
      <div className="mt-5 flex gap-8 border-t border-line pt-4 @max-[1048px]:flex-col">
        <div className="min-w-0 flex-1">{chart}</div>
        <div className="flex-none border-line @max-[1048px]:border-t @max-[1048px]:pt-4 @min-[1048px]:w-[340px] @min-[1048px]:border-s @min-[1048px]:ps-8">
          <ScoresPanel
            figures={data}
            definition={summary.definition ?? 'mean'}
            goodFrom={summary.goodFrom}
            search={search}
            go={go}
          />
        </div>
      </div>
      <div className="mt-5 border-t border-line pt-4">
        <NewestAnswers search={search} go={go} window={window} goodFrom={summary.goodFrom} />
      </div>
      <div className="mt-5 border-t border-line pt-4">
        <SplitsPanel search={search} window={window} summary={summary} />
      </div>
      <NotesPanel query={notes} window={window} />
    </>
  );
}

/** Rows of the newest answers. */
const NEWEST = 8;

interface NewestAnswersProps extends TabProps<OverviewSearch> {
  readonly window: ShownWindow;
  readonly goodFrom: number;
}

/** The newest answers of the chosen scores. */
function NewestAnswers({ search, go, window, goodFrom }: NewestAnswersProps) {
  const texts = messages.newest;
  const query = useQuery({
    ...answersOptions(answersQuery(search, window), 0, NEWEST),
    placeholderData: keepPreviousData,
  });
  const total = query.data?.total_count;
  return (
    <Panel
      title={texts.title}
      note={<ScoreChip search={search} go={go} />}
      actions={
        total === undefined || total === 0 ? null : (
          <Link
            to="/csat/answers"
            search={{ ...sharedOf(search), score: search.score }}
            className="hit relative text-12 text-accent-text hover:underline"
          >
            {texts.all(page.answers(total, formatCount(total)))}
          </Link>
        )
      }
    >
      <QueryState query={query} name={texts.title} rows={NEWEST} rowClass="min-h-row">
        {({ items }) =>
          items.length === 0 ? (
            <NoAnswers
              search={search}
              go={go}
              isFiltered={search.score !== undefined || filtersOf(search).length > 0}
            />
          ) : (
            <AnswerRows
              label={texts.title}
              answers={items.map(shownAnswer)}
              goodFrom={goodFrom}
              isOld={query.isPlaceholderData}
            />
          )
        }
      </QueryState>
    </Panel>
  );
}
