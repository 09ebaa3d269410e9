import { memo, type ReactNode, type RefObject } from 'react';
import { type CsatAnswer, listCsatAnswers } from '#contract/csat-reports.ts';
import type { CallQuery } from '#src/api/call.ts';
import { AnswerLine, shownAnswer } from '#src/csat/answer-rows.tsx';
import { messages as page } from '#src/csat/messages.ts';
import { answersOptions } from '#src/csat/queries.ts';
import type { AnswersSearch, FollowUpSearch, TabProps } from '#src/csat/search.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, pagesOf, useFileName } from '#src/list-export/list-file.ts';
import { PagedList } from '#src/panels/paged-list.tsx';
import { usePagedRows } from '#src/ui/rows/use-paged-rows.ts';
import { type GridHandle, type GridRow, rowClass } from '#src/ui/rows/windowed-grid.tsx';
import { messages } from './messages.ts';

type ListSearch = AnswersSearch | FollowUpSearch;

interface AnswersListProps<Search extends ListSearch> extends TabProps<Search> {
  readonly answers: ReturnType<typeof useAnswers>;
  readonly grid: RefObject<GridHandle<CsatAnswer> | null>;
  readonly goodFrom: number;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  /** At the end of a row, such as what was done about it. */
  readonly endOf?: (answer: CsatAnswer) => ReactNode;
}

/** A windowed list of answers. A row opens its ticket; Back returns to the row, which is in the address. */
export function AnswersList<Search extends ListSearch>(props: AnswersListProps<Search>) {
  const { answers, grid, goodFrom, search, go, empty, endOf } = props;
  return (
    <PagedList<CsatAnswer>
      id="csat-answers"
      list={answers.list}
      listKey={answers.key}
      handle={grid}
      texts={messages}
      skip={search.skip}
      onSkip={(skip) => go({ ...search, skip }, { replace: true })}
      linkOf={({ ticket_id: id }) => ({ to: '/tickets/$id', params: { id: id.toString() } })}
      empty={empty}
    >
      {(answer, place) => <AnswerRow answer={answer} goodFrom={goodFrom} end={endOf?.(answer)} {...place} />}
    </PagedList>
  );
}

interface AnswerRowProps extends GridRow {
  readonly answer: CsatAnswer;
  readonly goodFrom: number;
  readonly end: ReactNode;
}

const AnswerRow = memo(function AnswerRow({ answer, goodFrom, end, index }: AnswerRowProps) {
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 1}
      tabIndex={-1}
      className={`relative flex min-h-row cursor-pointer items-center border-b border-line px-6 py-1.5 -outline-offset-2 max-md:px-4 ${rowClass(false, false)}`}
    >
      <div role="gridcell" className="flex min-w-0 flex-1">
        <AnswerLine answer={shownAnswer(answer)} goodFrom={goodFrom} isRowLink>
          {end}
        </AnswerLine>
      </div>
    </div>
  );
});

/** The columns of the list, with ids. */
const FIELDS = [
  'id',
  'created_utc',
  'score',
  'comment',
  'requester_name',
  'ticket_number',
  'ticket_subject',
  'ticket_id',
  'channel',
  'review',
  'review_by',
  'review_utc',
] as const satisfies readonly (keyof CsatAnswer)[];

interface AnswersFileProps {
  readonly query: CallQuery<typeof listCsatAnswers>;
  /** Null while loading. */
  readonly total: number | null;
  /** Begins the name of the file. */
  readonly name: string;
  /** Its command in `view.ts`. */
  readonly command?: string;
}

/** A list of answers as a file, all pages of it. */
export function AnswersFile({ query, total, name, command }: AnswersFileProps) {
  const nameOf = useFileName();
  return (
    <ExportButton<CsatAnswer>
      {...(command === undefined ? {} : { command })}
      total={total ?? undefined}
      nothing={page.export.nothing}
      fileOf={() => ({
        fileName: nameOf(name),
        readPage: pagesOf(listCsatAnswers, query),
        fileOf: (rows) => fieldsFile(FIELDS, rows),
      })}
    />
  );
}

/** Rows of the first page: an answer is small, and its comment is not. */
const FIRST_ROWS = 50;

type Query = CallQuery<typeof listCsatAnswers>;

/** A list of answers by position, for a `WindowedGrid`. */
export function useAnswers(query: Query, startAt: number) {
  const key = JSON.stringify(query);
  const list = usePagedRows({
    key,
    pageOptions: (skip, limit) => answersOptions(query, skip, limit),
    startAt,
    limit: FIRST_ROWS,
  });
  return { list, key };
}
