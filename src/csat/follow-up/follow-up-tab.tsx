import { useRef } from 'react';
import {
  CSAT_REVIEWS,
  type CsatAnswer,
  type CsatReview,
  listCsatAnswers,
  updateCsatReview,
} from '#contract/csat-reports.ts';
import type { Reply } from '#contract/operation.ts';
import { readPayload } from '#contract/read-payload.ts';
import { updateTicket } from '#contract/ticket-writes.ts';
import { getTicket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { scheduleInvalidation } from '#src/api/invalidation.ts';
import { patchQueries } from '#src/api/patch-queries.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { showFailure, useAction, write } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { AnswersFile, AnswersList, useAnswers } from '#src/csat/answers/answers-list.tsx';
import { messages as answers } from '#src/csat/answers/messages.ts';
import { messages as page } from '#src/csat/messages.ts';
import { filterQuery, useShownWindow } from '#src/csat/queries.ts';
import { type FollowUpSearch, LOW_SCORES, REVIEWS, type TabProps } from '#src/csat/search.ts';
import { view } from '#src/csat/view.ts';
import { formatMoment } from '#src/format/time.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { LEFT_OUT } from '#src/i18n/left-out.ts';
import { formatZoneDays } from '#src/panels/day-window.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { GridHandle } from '#src/ui/rows/windowed-grid.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import type { UndoOutcome } from '#src/undo/undo-entry.ts';

const messages = answers.followUp;
/** Low scores are the same for every site. */
const GOOD_FROM = 4;

/** Low scores, and what was done about them. */
export function FollowUpTab({ search, go }: TabProps<FollowUpSearch>) {
  const window = useShownWindow(search);
  const grid = useRef<GridHandle<CsatAnswer>>(null);
  const state: CsatReview = search.state ?? 'none';
  const query = { ...filterQuery(search, window), score: [...LOW_SCORES], review: [state] };
  const answers = useAnswers(query, search.skip ?? 0);
  const { total, query: asked } = answers.list;
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
  const counts = asked.data?.reviews;
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
      <AnswersList
        answers={answers}
        grid={grid}
        goodFrom={GOOD_FROM}
        search={search}
        go={go}
        empty={
          <EmptyBlock
            icon={state === 'none' ? 'check' : 'star'}
            {...messages.empty[state]}
            action={
              window.days < 365 ? (
                <Button
                  onClick={() => go({ ...search, days: 365, from: undefined, to: undefined }, { replace: false })}
                >
                  {page.noAnswers.longer}
                </Button>
              ) : undefined
            }
          />
        }
        endOf={(answer) => (
          <ReviewSelect answer={answer} reason={reason} ticketReason={ticketReason} onChange={review} />
        )}
      />
    </div>
  );
}

interface ReviewSelectProps {
  readonly answer: CsatAnswer;
  /** Why the user cannot set the state, or reopen a ticket. */
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
      {reason === LEFT_OUT ? (
        <span className="w-28">{page.review[review]}</span>
      ) : (
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
      )}
    </span>
  );
}

type Page = Reply<typeof listCsatAnswers>;
type Ticket = Reply<typeof getTicket>;

/** Sets what was done about an answer: optimistic, with undo. */
function useReview(): (answer: CsatAnswer, review: CsatReview) => void {
  const { act } = useAction();
  return (answer, review) => {
    if (answer.review === review) return;
    const number = page.ticket(String(answer.ticket_number));
    void act(() => saveReview(answer, review), {
      queues: true,
      optimistic: () => patchAnswer({ ...answer, review }),
      failed: (why, error) => failureText(number, why, error),
      undo: (saved) => ({
        text: messages.done[review](number),
        undo: (retry) => putBack(answer, saved, retry),
      }),
    });
  };
}

interface Saved {
  readonly answer: CsatAnswer;
  /** The ticket's previous status, if it was changed. */
  readonly ticketStatus: Ticket['status'] | null;
}

/** Null, with everything restored, if the ticket could not be reopened. @throws ApiFailure */
async function saveReview(before: CsatAnswer, review: CsatReview): Promise<Saved | null> {
  const answer = await sendReview(before.id, review, before.version);
  try {
    const ticketStatus = review === 'reopened' ? await openTicket(before.ticket_id) : null;
    return { answer, ticketStatus };
  } catch (error) {
    // Its version has grown twice: a failure would put the first one back, and the next change would meet its own.
    await sendReview(before.id, before.review, answer.version);
    showFailure(error, (why) => messages.failed(page.ticket(String(before.ticket_number)), why));
    return null;
  }
}

/** Writes the service's reply into the lists at once, so that the next change uses its version. */
async function sendReview(id: bigint, review: CsatReview, version: number): Promise<CsatAnswer> {
  const answer = await write(updateCsatReview, { body: { id, review, version } }, { refetch: 'rest' });
  await patchAnswer(answer);
  return answer;
}

/** Reopens a ticket. @returns its previous status, or null if it is open already */
async function openTicket(id: bigint): Promise<Ticket['status'] | null> {
  const { status, version } = await call(getTicket, { query: { id } });
  if (status === 'open') return null;
  await write(
    updateTicket,
    { body: { id, status: 'open', ...(version === undefined ? {} : { version }) } },
    { refetch: 'rest' },
  );
  return status;
}

async function putBack(before: CsatAnswer, saved: Saved, retry: () => void): Promise<UndoOutcome> {
  const number = page.ticket(String(before.ticket_number));
  try {
    await sendReview(before.id, before.review, saved.answer.version);
    if (saved.ticketStatus !== null)
      await write(updateTicket, { body: { id: before.ticket_id, status: saved.ticketStatus } }, { refetch: 'rest' });
  } catch (error) {
    const current = currentOf(error);
    if (current !== null) {
      await patchAnswer(current);
      announce(conflictText(number, current));
      return { state: 'kept' };
    }
    showFailure(error, (why) => messages.undoFailed(number, why), { label: messages.retry, run: retry });
    return { state: 'failed' };
  } finally {
    scheduleInvalidation(updateCsatReview);
  }
  announce(messages.undone(number));
  return { state: 'undone' };
}

/** Updates an answer and the counts in every loaded list. */
async function patchAnswer(answer: CsatAnswer): Promise<() => void> {
  return patchQueries<Page>({ queryKey: [listCsatAnswers.resource, listCsatAnswers.name] }, (list) =>
    withAnswer(list, answer),
  );
}

function withAnswer(list: Page, answer: CsatAnswer): Page {
  const before = list.items.find(({ id }) => id === answer.id);
  if (before === undefined) return list;
  const reviews = { ...list.reviews };
  reviews[before.review] -= 1;
  reviews[answer.review] += 1;
  return { ...list, reviews, items: list.items.map((one) => (one.id === answer.id ? answer : one)) };
}

/** Shows the state that someone else set first; overwrites nothing. */
function failureText(number: string, why: string, error: unknown): string {
  const current = currentOf(error);
  if (current === null) return messages.failed(number, why);
  void patchAnswer(current);
  scheduleInvalidation(updateCsatReview);
  return conflictText(number, current);
}

function conflictText(number: string, { review, review_by: by }: CsatAnswer): string {
  return messages.conflict(number, page.review[review], by ?? messages.someone);
}

/** The current answer, which a 409 carries. */
function currentOf(error: unknown): CsatAnswer | null {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict' || error.current === undefined) return null;
  try {
    return readPayload(updateCsatReview, { ok: true, data: error.current });
  } catch {
    return null;
  }
}
