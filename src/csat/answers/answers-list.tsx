import { useNavigate, useRouter } from '@tanstack/react-router';
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react';
import { type CsatAnswer, listCsatAnswers } from '#contract/csat-reports.ts';
import type { CallQuery } from '#src/api/call.ts';
import { AnswerLine, shownAnswer } from '#src/csat/answer-rows.tsx';
import { messages as page } from '#src/csat/messages.ts';
import { answersOptions } from '#src/csat/queries.ts';
import type { AnswersSearch, FollowUpSearch, TabProps } from '#src/csat/search.ts';
import { formatCount } from '#src/format/number.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, pagesOf, useFileName } from '#src/list-export/list-file.ts';
import { QueryPending, StaleQuery } from '#src/panels/panel.tsx';
import { usePagedRows } from '#src/ui/rows/use-paged-rows.ts';
import { type GridHandle, type GridRow, rowClass, WindowedGrid } from '#src/ui/rows/windowed-grid.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';

/** Placeholder rows while loading. */
const SKELETON = Array.from({ length: 14 }, (_, index) => <div key={index} className="skeleton-row" />);

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
  const { list, key } = props.answers;
  return (
    <>
      <StaleQuery query={list.query} />
      {list.total === null ? (
        <div className={`min-h-0 flex-1 ${list.query.isError ? 'overflow-y-auto' : 'overflow-hidden'}`}>
          <QueryPending query={list.query} name={messages.list} loading={messages.loading} skeleton={SKELETON} />
        </div>
      ) : list.total === 0 ? (
        props.empty
      ) : (
        <AnswersGrid key={key} {...props} />
      )}
    </>
  );
}

function AnswersGrid<Search extends ListSearch>(props: AnswersListProps<Search>) {
  const { answers, grid, goodFrom, search, go, endOf } = props;
  const { list, key } = answers;
  const startAt = search.skip ?? 0;
  const navigate = useNavigate();
  const router = useRouter();
  const onFirstRow = (first: number): void => {
    if (list.isOutdated || first === startAt) return;
    go({ ...search, skip: first === 0 ? undefined : first }, { replace: true });
  };
  const latest = useRef(onFirstRow);
  useEffect(() => {
    latest.current = onFirstRow;
  });
  const paramsOf = ({ ticket_id: id }: CsatAnswer) => ({ to: '/tickets/$id', params: { id: id.toString() } }) as const;
  return (
    <WindowedGrid
      id="csat-answers"
      label={messages.list}
      handle={grid}
      list={list}
      positionKey={`csat ${key}`}
      startAt={startAt}
      onFirstRow={useCallback((first: number) => latest.current(first), [])}
      openId={undefined}
      isCovered={false}
      isSplit={false}
      keys={messages.keys}
      onOpen={(answer) => void navigate(paramsOf(answer))}
      onIntent={(answer) => void router.preloadRoute(paramsOf(answer))}
    >
      {(answer, place) => <AnswerRow answer={answer} goodFrom={goodFrom} end={endOf?.(answer)} {...place} />}
    </WindowedGrid>
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

/** A list of answers by position, for a `WindowedGrid`. Announces the count when the filters change. */
export function useAnswers(query: Query, startAt: number) {
  const key = JSON.stringify(query);
  const list = usePagedRows({
    key,
    pageOptions: (skip, limit) => answersOptions(query, skip, limit),
    startAt,
    limit: FIRST_ROWS,
  });
  const { total, isOutdated } = list;
  const said = useRef(key);
  useEffect(() => {
    if (said.current === key || total === null || isOutdated) return;
    said.current = key;
    announce(messages.found(total, formatCount(total)));
  }, [key, total, isOutdated]);
  return { list, key };
}
