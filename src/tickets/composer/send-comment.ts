import type { Comment, TicketDetail, VISIBILITIES } from '#contract/tickets.ts';
import type { ApiFailure } from '#src/api/api-failure.ts';
import { write } from '#src/api/write.ts';
import { addTicketComment } from '#contract/ticket-writes.ts';
import { queryClient } from '#src/api/query-client.ts';
import { setTicketInCache } from '#src/ticket-edit/update/tickets-cache.ts';
import { readCurrentTicket } from '#src/ticket-edit/update/save-ticket.ts';
import type { Attempt } from './draft-store.ts';
import { ticketOptions } from '#src/tickets/ticket-query.ts';

export type CommentKind = (typeof VISIBILITIES)[number];

interface Message extends Attempt {
  readonly ticketId: bigint;
  readonly kind: CommentKind;
  readonly text: string;
}

/**
 * Posts a reply or a note and shows it at once in the conversation. Answers the token that undoes its change of status,
 * where there is one. @throws ApiFailure
 */
export async function postComment(message: Message): Promise<string | null> {
  const { ticketId, kind, text, channel, key, version, status } = message;
  const {
    ticket,
    undo_token: undoToken,
    ...comment
  } = await write(
    addTicketComment,
    {
      idempotencyKey: key,
      body: {
        ticket_id: ticketId,
        body: text,
        visibility: kind,
        ...(channel === null ? {} : { channel }),
        ...(status === null ? {} : { status }),
        ...(version === null ? {} : { version }),
      },
    },
    { refetch: 'rest' },
  );
  setTicketInCache(ticket);
  addCommentInCache(comment);
  return undoToken ?? null;
}

function addCommentInCache(comment: Comment): void {
  queryClient.setQueryData<TicketDetail>(ticketOptions(comment.ticket_id).queryKey, (shown) => {
    const { comments, comment_count: count } = shown ?? {};
    if (shown === undefined || comments === undefined || comments.some(({ id }) => id === comment.id)) return shown;
    return { ...shown, comments: [...comments, comment], ...(count === undefined ? {} : { comment_count: count + 1 }) };
  });
}

/** The ticket with all its parts as it is now; where that fails too, as the refusal had it. */
export async function loadTicket(id: bigint, refusal: ApiFailure): Promise<TicketDetail | null> {
  const { refetchInterval: _poll, placeholderData: _row, ...options } = ticketOptions(id);
  // What is on its way may have been asked for before the change that refused the message.
  await queryClient.cancelQueries({ queryKey: options.queryKey });
  try {
    return await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
  } catch {
    return readCurrentTicket(refusal);
  }
}
