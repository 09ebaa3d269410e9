import { useRef } from 'react';
import { CSAT_REVIEWS, type CsatAnswer, type CsatReview } from '#contract/csat-reports.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { AnswersGrid } from '#src/csat/answers/answers-grid.tsx';
import { messages as answers } from '#src/csat/answers/messages.ts';
import { useAnswers } from '#src/csat/answers/use-answers.ts';
import { messages as page } from '#src/csat/messages.ts';
import { filterQuery, useShownWindow } from '#src/csat/queries.ts';
import { LOW_SCORES, REVIEWS, type FollowUpSearch, type TabProps } from '#src/csat/search.ts';
import { view } from '#src/csat/view.ts';
import { formatMoment } from '#src/format/moment.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { QueryPending, StaleQuery } from '#src/panels/panel.tsx';
import { formatZoneDays } from '#src/panels/window-text.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { GridHandle } from '#src/ui/rows/windowed-grid.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { messages } from './messages.ts';
import { useReview } from './use-review.ts';
import { AnswersFile } from '#src/csat/answers/answers-file.tsx';

const SKELETON = Array.from({ length: 14 }, (_, index) => <div key={index} className="skeleton-row" />);
/** What a low score counts as is no question of the site's choice. */
const GOOD_FROM = 4;

/** Who was unhappy, and what was done about it. */
export function FollowUpTab({ search, go }: TabProps<FollowUpSearch>) {
  const window = useShownWindow(search);
  const grid = useRef<GridHandle<CsatAnswer>>(null);
  const state: CsatReview = search.state ?? 'none';
  const query = { ...filterQuery(search, window), score: [...LOW_SCORES], review: [state] };
  const { list, key } = useAnswers(query, search.skip ?? 0);
  const { total } = list;
  const review = useReview();
  const { reason } = useWriteAccess('csat:write');
  const ticketReason = useWriteAccess('tickets:write').reason ?? reason;
  const [{ group, entries: keys }] = view.keys;
  const setActive = (next: CsatReview): void => {
    const row = grid.current?.activeRow().row;
    if (row !== undefined) review(row, next);
  };
  const canSet = reason === undefined && total !== null && total > 0;
  useShortcut(keys.contacted.keys, () => setActive('contacted'), { label: keys.contacted.label, group, when: canSet });
  useShortcut(keys.reopen.keys, () => setActive('reopened'), {
    label: keys.reopen.label,
    group,
    when: canSet && ticketReason === undefined,
  });
  useShortcut(keys.ignore.keys, () => setActive('ignored'), { label: keys.ignore.label, group, when: canSet });
  const counts = list.query.data?.reviews;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-6 py-2 max-md:px-4">
        <h2 className="text-14 font-semibold">{messages.title}</h2>
        <p className="text-12 text-ink-3 tabular-nums">{messages.note(formatZoneDays(window, window.zone))}</p>
        <div className="ms-auto flex flex-wrap items-center gap-2 max-md:ms-0">
          <AnswersFile query={query} total={total} name={messages.file} />
          <Segmented
            label={messages.states}
            value={state}
            options={REVIEWS.map((value) => ({
              value,
              label:
                counts === undefined
                  ? page.review[value]
                  : messages.state(page.review[value], formatCount(counts[value])),
            }))}
            onChange={(next) =>
              go({ ...search, state: next === 'none' ? undefined : next, skip: undefined }, { replace: true })
            }
          />
        </div>
      </div>
      <StaleQuery query={list.query} />
      {total === null ? (
        <div className={`min-h-0 flex-1 ${list.query.isError ? 'overflow-y-auto' : 'overflow-hidden'}`}>
          <QueryPending query={list.query} name={answers.list} loading={answers.loading} skeleton={SKELETON} />
        </div>
      ) : total === 0 ? (
        <EmptyBlock
          icon={state === 'none' ? 'check' : 'star'}
          {...messages.empty[state]}
          action={
            window.days < 90 ? (
              <Button onClick={() => go({ ...search, days: 90, from: undefined, to: undefined }, { replace: false })}>
                {messages.longer}
              </Button>
            ) : undefined
          }
        />
      ) : (
        <>
          <AnswersGrid
            grid={grid}
            list={list}
            listKey={key}
            goodFrom={GOOD_FROM}
            startAt={search.skip ?? 0}
            onFirstRow={(first) => {
              if (list.isOutdated || first === (search.skip ?? 0)) return;
              go({ ...search, skip: first === 0 ? undefined : first }, { replace: true });
            }}
            endOf={(answer) => (
              <ReviewSelect answer={answer} reason={reason} ticketReason={ticketReason} onChange={review} />
            )}
          />
          {reason === undefined ? (
            <p className="flex-none border-t border-line px-6 py-1.5 text-12 text-ink-3 pointer-coarse:hidden">
              {messages.keys}
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}

interface ReviewSelectProps {
  readonly answer: CsatAnswer;
  /** Why the state cannot be set, and why a ticket cannot be opened. */
  readonly reason: string | undefined;
  readonly ticketReason: string | undefined;
  readonly onChange: (answer: CsatAnswer, review: CsatReview) => void;
}

/** The state of an answer, and who set it. */
function ReviewSelect({ answer, reason, ticketReason, onChange }: ReviewSelectProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { review, review_by: by, review_utc: at } = answer;
  return (
    <span data-own="" className="flex items-center gap-2">
      {by === null || at === null || review === 'none' ? null : (
        <span dir="auto" className="max-w-44 truncate text-ink-3 tabular-nums">
          {messages.by(by, formatMoment(at, zone, nowMs))}
        </span>
      )}
      <select
        aria-label={messages.of(page.ticket(String(answer.ticket_number)))}
        value={review}
        disabled={reason !== undefined}
        title={reason}
        className="-my-0.5 h-6 w-28 rounded-control border border-line-strong bg-surface px-2 text-12 text-ink disabled:text-ink-disabled pointer-coarse:h-9"
        onChange={({ target }) => {
          const next = CSAT_REVIEWS.find((one) => one === target.value);
          if (next !== undefined) onChange(answer, next);
        }}
      >
        {CSAT_REVIEWS.map((one) => (
          <option key={one} value={one} disabled={one === 'reopened' && ticketReason !== undefined}>
            {one === 'reopened' && review !== one ? messages.opens : page.review[one]}
          </option>
        ))}
      </select>
    </span>
  );
}
