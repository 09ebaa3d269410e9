import { useNavigate, useRouter } from '@tanstack/react-router';
import { memo, useCallback, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { CsatAnswer } from '#contract/csat-reports.ts';
import { AnswerLine, shownAnswer } from '#src/csat/answer-line.tsx';
import { type GridHandle, type GridRow, rowClass, WindowedGrid } from '#src/ui/rows/windowed-grid.tsx';
import { messages } from './messages.ts';
import type { useAnswers } from './use-answers.ts';

interface AnswersGridProps extends Pick<ReturnType<typeof useAnswers>, 'list'> {
  /** Names the list: another key is another list. */
  readonly listKey: string;
  readonly grid: RefObject<GridHandle<CsatAnswer> | null>;
  readonly goodFrom: number;
  /** The row that the address names, and how it hears of another. */
  readonly startAt: number;
  readonly onFirstRow: (first: number) => void;
  /** At the end of a row, such as what was done about it; memoised. */
  readonly endOf?: (answer: CsatAnswer) => ReactNode;
}

/** Answers of which a few dozen are drawn; a row leads to its ticket, and Back to the row. */
export function AnswersGrid({ grid, list, listKey, goodFrom, startAt, onFirstRow, endOf }: AnswersGridProps) {
  const navigate = useNavigate();
  const router = useRouter();
  const latest = useRef(onFirstRow);
  useEffect(() => {
    latest.current = onFirstRow;
  });
  const paramsOf = ({ ticket_id: id }: CsatAnswer) => ({ to: '/tickets/$id', params: { id: id.toString() } }) as const;
  return (
    <WindowedGrid
      key={listKey}
      id="csat-answers"
      label={messages.list}
      handle={grid}
      list={list}
      positionKey={`csat ${listKey}`}
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

const AnswerRow = memo(function AnswerRow({ answer, goodFrom, end, index, isTabStop }: AnswerRowProps) {
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 1}
      tabIndex={isTabStop ? 0 : -1}
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
