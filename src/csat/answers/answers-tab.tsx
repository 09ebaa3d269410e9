import { useRef } from 'react';
import { CSAT_REVIEWS, type CsatAnswer, type CsatReview } from '#contract/csat-reports.ts';
import { messages as page } from '#src/csat/messages.ts';
import { NoAnswers } from '#src/csat/answer-rows.tsx';
import { scoresText } from '#src/csat/figure-text.ts';
import { answersQuery, useShownWindow, useSummary } from '#src/csat/queries.ts';
import { filtersOf, LOW_SCORES, type AnswersSearch, type Score, type TabProps } from '#src/csat/search.ts';
import { view } from '#src/csat/view.ts';
import { formatCount } from '#src/format/number.ts';
import { formatZoneDays } from '#src/panels/day-window.ts';
import type { GridHandle } from '#src/ui/rows/windowed-grid.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { AnswersFile, AnswersList, useAnswers } from './answers-list.tsx';
import { messages } from './messages.ts';

/** The scores of the filter. Links of the overview may have others. */
const CHOICES: Readonly<Record<string, readonly Score[]>> = {
  good: ['5', '4'],
  middle: ['3'],
  low: LOW_SCORES,
};

/** All answers of the window and the filters. */
export function AnswersTab({ search, go }: TabProps<AnswersSearch>) {
  const window = useShownWindow(search);
  const { goodFrom } = useSummary(search, window);
  const grid = useRef<GridHandle<CsatAnswer>>(null);
  const query = answersQuery(search, window);
  const answers = useAnswers(query, search.skip ?? 0);
  const { total, isOutdated } = answers.list;
  const change = (next: Partial<AnswersSearch>) => go({ ...search, ...next, skip: undefined }, { replace: true });
  const isFiltered = filtersOf(search).length > 0 || (search.score ?? search.review ?? search.q) !== undefined;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-6 py-2 max-md:px-4">
        <SearchBox
          label={messages.search}
          clearLabel={messages.clearSearch}
          group={view.keys[0].group}
          value={search.q ?? ''}
          hasResults={total !== null && !isOutdated}
          className="max-w-72 basis-40"
          onChange={(text) => change({ q: text === '' ? undefined : text })}
          onLeave={(toFirst) => {
            if (toFirst) grid.current?.focusRow(null);
            else grid.current?.focusActive();
          }}
        />
        <ScoreSelect value={search.score} onChange={(score) => change({ score })} />
        <ReviewSelect value={search.review} onChange={(review) => change({ review })} />
        <p
          role="status"
          className="ms-auto text-12 text-ink-3 tabular-nums max-md:order-last max-md:ms-0 max-md:basis-full"
        >
          {total === null
            ? null
            : messages.window(page.answers(total, formatCount(total)), formatZoneDays(window, window.zone))}
        </p>
        <AnswersFile query={query} total={total} name={page.export.answers} command="csat-answers-download" />
      </div>
      <AnswersList
        answers={answers}
        grid={grid}
        goodFrom={goodFrom}
        search={search}
        go={go}
        empty={<NoAnswers search={search} go={go} isFiltered={isFiltered} />}
      />
    </div>
  );
}

const SELECT =
  'min-h-6 rounded-control border border-line-strong bg-surface px-2 text-12 text-ink pointer-coarse:min-h-9';
const ANY = 'any';

interface SelectProps<Value> {
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
}

function ScoreSelect({ value: score, onChange }: SelectProps<readonly Score[]>) {
  const values = score?.toSorted().join();
  const chosen = Object.keys(CHOICES).find((name) => CHOICES[name]?.toSorted().join() === values);
  return (
    <select
      aria-label={messages.filter.score}
      className={SELECT}
      value={score === undefined ? ANY : (chosen ?? 'own')}
      onChange={({ target }) => target.value !== 'own' && onChange(CHOICES[target.value])}
    >
      <option value={ANY}>{messages.any}</option>
      {Object.entries(CHOICES).map(([name, scores]) => (
        <option key={name} value={name}>
          {page.scoreIn(scoresText(scores))}
        </option>
      ))}
      {score === undefined || chosen !== undefined ? null : (
        <option value="own">{page.scoreIn(scoresText(score))}</option>
      )}
    </select>
  );
}

function ReviewSelect({ value: review, onChange }: SelectProps<readonly CsatReview[]>) {
  const [first] = review ?? [];
  return (
    <select
      aria-label={messages.filter.review}
      className={SELECT}
      value={review === undefined ? ANY : review.length === 1 ? first : 'own'}
      onChange={({ target }) => {
        const chosen = CSAT_REVIEWS.find((name) => name === target.value);
        if (target.value !== 'own') onChange(chosen === undefined ? undefined : [chosen]);
      }}
    >
      <option value={ANY}>{messages.anyReview}</option>
      {CSAT_REVIEWS.map((name) => (
        <option key={name} value={name}>
          {page.review[name]}
        </option>
      ))}
      {review === undefined || review.length === 1 ? null : (
        <option value="own">{review.map((name) => page.review[name]).join(', ')}</option>
      )}
    </select>
  );
}
