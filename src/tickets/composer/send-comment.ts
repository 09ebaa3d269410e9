import type { Comment, TicketDetail, VISIBILITIES } from '#contract/tickets.ts';
import type { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { addTicketComment } from '#src/api/more-endpoints.ts';
import { queryClient } from '#src/api/query-client.ts';
import { putTicket, refreshSoon } from '#src/ticket-changes/put-tickets.ts';
import { readCurrentTicket } from '#src/ticket-changes/read-current.ts';
import type { Attempt } from './draft-store.ts';
import { ticketOptions } from './ticket-query.ts';

export type CommentKind = (typeof VISIBILITIES)[number];

interface Message extends Attempt {
  readonly ticketId: bigint;
  readonly kind: CommentKind;
  readonly text: string;
}

/** Posts a reply or a note and shows it at once in the conversation. @throws ApiFailure */
export async function postComment({ ticketId, kind, text, channel, key, version, status }: Message): Promise<void> {
  const { ticket, ...comment } = await call(addTicketComment, {
    idempotencyKey: key,
    body: {
      ticket_id: ticketId,
      body: text,
      visibility: kind,
      ...(channel === null ? {} : { channel }),
      ...(status === null ? {} : { status }),
      ...(version === null ? {} : { version }),
    },
  });
  putTicket(ticket);
  putComment(comment);
  refreshSoon();
}

function putComment(comment: Comment): void {
  queryClient.setQueryData<TicketDetail>(ticketOptions(comment.ticket_id).queryKey, (shown) => {
    const { comments } = shown ?? {};
    if (shown === undefined || comments === undefined || comments.some(({ id }) => id === comment.id)) return shown;
    return { ...shown, comments: [...comments, comment] };
  });
}

/** The ticket with all its parts as it is now; where that fails too, as the refusal told it. */
export async function loadTicket(id: bigint, refusal: ApiFailure): Promise<TicketDetail | null> {
  const { refetchInterval: _poll, placeholderData: _row, ...options } = ticketOptions(id);
  try {
    return await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
  } catch {
    return readCurrentTicket(refusal);
  }
}
