import { updateCsatReview, listCsatAnswers, type CsatAnswer, type CsatReview } from '#contract/csat-reports.ts';
import type { Reply } from '#contract/operation.ts';
import { readPayload } from '#contract/read-payload.ts';
import { updateTicket } from '#contract/ticket-writes.ts';
import { getTicket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { scheduleInvalidation } from '#src/api/invalidation.ts';
import { patchQueries } from '#src/api/patch-queries.ts';
import { showFailure, useAction, write } from '#src/api/write.ts';
import { messages as page } from '#src/csat/messages.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import type { UndoOutcome } from '#src/undo/undo-entry.ts';
import { messages } from './messages.ts';

type Page = Reply<typeof listCsatAnswers>;
type Ticket = Reply<typeof getTicket>;

/** Sets what was done about an answer: shown at once, saved behind it, with its way back. */
export function useReview(): (answer: CsatAnswer, review: CsatReview) => void {
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
        subject: { kind: 'csat', id: answer.id.toString() },
        undo: (retry) => putBack(answer, saved, retry),
      }),
    });
  };
}

interface Saved {
  readonly answer: CsatAnswer;
  /** The status that the ticket had, where it was changed. */
  readonly ticketStatus: Ticket['status'] | null;
}

/** Null, with everything as it was, where the ticket could not be opened. @throws ApiFailure */
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

/** The answer of the service stands in the lists at once: the next change is made upon its version. */
async function sendReview(id: bigint, review: CsatReview, version: number): Promise<CsatAnswer> {
  const answer = await write(updateCsatReview, { body: { id, review, version } }, { refetch: 'rest' });
  await patchAnswer(answer);
  return answer;
}

/** Opens a ticket again; answers the status that it had, null where it is open already. */
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

/** Puts the newer state of an answer into every list that is loaded, and moves the counts with it. */
export async function patchAnswer(answer: CsatAnswer): Promise<() => void> {
  return patchQueries<Page>({ queryKey: [listCsatAnswers.resource, listCsatAnswers.name] }, (list) =>
    withAnswer(list, answer),
  );
}

export function withAnswer(list: Page, answer: CsatAnswer): Page {
  const before = list.items.find(({ id }) => id === answer.id);
  if (before === undefined) return list;
  const reviews = { ...list.reviews };
  reviews[before.review] -= 1;
  reviews[answer.review] += 1;
  return { ...list, reviews, items: list.items.map((one) => (one.id === answer.id ? answer : one)) };
}

/** Someone else was first: their state is shown, and nothing is overwritten. */
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

/** The answer as it is now, which a 409 came with. */
function currentOf(error: unknown): CsatAnswer | null {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict' || error.current === undefined) return null;
  try {
    return readPayload(updateCsatReview, { ok: true, data: error.current });
  } catch {
    return null;
  }
}
