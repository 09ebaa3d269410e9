import { useRef } from 'react';
import type { CsatAnswer } from '#contract/csat-reports.ts';
import { messages as page } from '#src/csat/messages.ts';
import { NoAnswers } from '#src/csat/answer-rows.tsx';
import { scoresText } from '#src/csat/figure-text.ts';
import { answersQuery, useShownWindow, useSummary } from '#src/csat/queries.ts';
import { filtersOf, LOW_SCORES, SCORES, type AnswersSearch, type Score, type TabProps } from '#src/csat/search.ts';
import { view } from '#src/csat/view.ts';
import { formatCount } from '#src/format/number.ts';
import { formatZoneDays } from '#src/panels/day-window.ts';
import { ChoiceFilter } from '#src/forms/choice-filter.tsx';
import type { GridHandle } from '#src/ui/rows/windowed-grid.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { AnswersFile, AnswersList, useAnswers } from './answers-list.tsx';
import { messages } from './messages.ts';

/** The scores of the filter. Links of the overview may have others. */
const CHOICES: readonly (readonly Score[])[] = [['5', '4'], ['3'], LOW_SCORES];

/** All answers of the window and the filters. */
export function AnswersTab({ search, go }: TabProps<AnswersSearch>) {
  const window = useShownWindow(search);
  const { goodFrom } = useSummary(search, window);
  const grid = useRef<GridHandle<CsatAnswer>>(null);
  const query = answersQuery(search, window);
  const answers = useAnswers(query, search.skip ?? 0);
  const { total, isOutdated } = answers.list;
  const change = (next: Partial<AnswersSearch>) => go({ ...search, ...next, skip: undefined }, { replace: true });
  const isFiltered = filtersOf(search).length > 0 || (search.score ?? search.q) !== undefined;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-end gap-2 border-b border-line px-6 py-2 max-md:px-4">
        <SearchBox
          label={messages.search}
          clearLabel={messages.clearSearch}
          group={view.keys[0].group}
          value={search.q ?? ''}
          hasResults={total !== null && !isOutdated}
          className="max-w-72 basis-40 max-md:max-w-none max-md:basis-full"
          onChange={(text) => change({ q: text === '' ? undefined : text })}
          onLeave={(toFirst) => {
            if (toFirst) grid.current?.focusRow(null);
            else grid.current?.focusActive();
          }}
        />
        <ChoiceFilter
          label={messages.score}
          any={messages.any}
          value={search.score?.join()}
          options={CHOICES.map((scores) => [scores.join(), scoresText(scores)])}
          className="w-40 max-md:flex-1"
          formatUnlisted={(value) => scoresText(value.split(','))}
          onChange={(value) =>
            change({ score: value === undefined ? undefined : SCORES.filter((score) => value.includes(score)) })
          }
        />
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
