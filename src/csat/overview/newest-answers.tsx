import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AnswerLine, shownAnswer, type ShownAnswer } from '#src/csat/answer-line.tsx';
import { scoresText } from '#src/csat/figures.ts';
import { messages as page } from '#src/csat/messages.ts';
import { answersOptions, answersQuery, type ShownWindow } from '#src/csat/queries.ts';
import { filtersOf, sharedOf, type OverviewSearch, type TabProps } from '#src/csat/search.ts';
import { formatCount } from '#src/format/number.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { NoAnswers } from '#src/csat/no-answers.tsx';
import { messages } from './messages.ts';

const texts = messages.newest;
const ROWS = 8;

interface NewestAnswersProps extends TabProps<OverviewSearch> {
  readonly window: ShownWindow;
  readonly goodFrom: number;
}

/** The newest answers that count here, of the scores that are chosen. */
export function NewestAnswers({ search, go, window, goodFrom }: NewestAnswersProps) {
  const query = useQuery({
    ...answersOptions(answersQuery(search, window), 0, ROWS),
    placeholderData: keepPreviousData,
  });
  const total = query.data?.total_count;
  return (
    <Panel
      title={texts.title}
      note={<ScoreChip search={search} go={go} />}
      resource="csat_reports"
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
      <QueryState query={query} name={texts.title} rows={ROWS} rowClass="min-h-row">
        {({ items }) =>
          items.length === 0 ? (
            <NoAnswers
              search={search}
              go={go}
              isFiltered={search.score !== undefined || filtersOf(search).length > 0}
            />
          ) : (
            <AnswerRows answers={items.map(shownAnswer)} goodFrom={goodFrom} isOld={query.isPlaceholderData} />
          )
        }
      </QueryState>
    </Panel>
  );
}

interface AnswerRowsProps {
  readonly answers: readonly ShownAnswer[];
  readonly goodFrom: number;
  /** They are still those of other filters. */
  readonly isOld: boolean;
}

export function AnswerRows({ answers, goodFrom, isOld }: AnswerRowsProps) {
  return (
    <ul aria-label={texts.title} aria-busy={isOld || undefined} className={`@container ${isOld ? 'opacity-60' : ''}`}>
      {answers.map((answer) => (
        <li
          key={`${answer.ticket.id} ${answer.createdUtc}`}
          className="flex min-h-row items-center border-b border-line py-1.5"
        >
          <AnswerLine answer={answer} goodFrom={goodFrom} />
        </li>
      ))}
    </ul>
  );
}

/** The scores that are listed, with the way back to all. */
export function ScoreChip({ search, go }: TabProps<OverviewSearch>): ReactNode {
  if (search.score === undefined) return null;
  const clear = () => go({ ...search, score: undefined }, { replace: true });
  return <FilterChip field={texts.scoreChip} value={scoresText(search.score)} onOpen={clear} onRemove={clear} />;
}
