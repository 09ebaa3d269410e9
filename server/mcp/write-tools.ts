import * as z from 'zod/mini';
import { addTicketComment, updateTicket } from '#contract/ticket-writes.ts';
import { getTicket } from '#contract/tickets.ts';
import type { Operations } from './operations.ts';
import { defineTool, idArgument, maybe, textArgument } from './tool.ts';

/** First lines. A note has the name of the token, which may be that of an agent: only its text can say who wrote it. */
const NOTE_HEADING = 'Note, written by an AI assistant:';
/** A draft is a note, since drafts of people are in their browsers, and nothing else is seen by the team alone. */
const DRAFT_HEADING = 'Draft reply, written by an AI assistant, not sent:';

const MAX_BODY = 20_000;

const ticketId = idArgument('The id of a ticket, not its number');
const note = z.object({ id: z.int(), ticket_id: z.int(), visibility: z.string(), created_utc: z.string() });

function addInternal(operations: Operations, ticket_id: number, heading: string, text: string) {
  return operations.run(addTicketComment, {
    body: { ticket_id, body: `${heading}\n\n${text}`, visibility: 'internal' },
  });
}

function bodyArgument(description: string, heading: string) {
  return textArgument(description, MAX_BODY - heading.length - 2);
}

export const addNote = defineTool({
  name: 'add_note',
  title: 'Add an internal note',
  description: `Adds a note to a ticket that only the team sees, headed "${NOTE_HEADING}". Write what you found and what it rests on.`,
  hasOutsideText: false,
  scope: addTicketComment.scope,
  input: z.strictObject({ ticket_id: ticketId, body: bodyArgument('The note, plain text', NOTE_HEADING) }),
  output: note,
  run: (operations, { ticket_id, body }) => addInternal(operations, ticket_id, NOTE_HEADING, body),
});

export const draftReply = defineTool({
  name: 'draft_reply',
  title: 'Leave a draft reply',
  description: `Leaves a draft on a ticket as an internal note headed "${DRAFT_HEADING}". A person reads, changes and sends it; the customer sees nothing until then.`,
  hasOutsideText: false,
  scope: addTicketComment.scope,
  input: z.strictObject({
    ticket_id: ticketId,
    reply: bodyArgument('The reply as the customer would read it', DRAFT_HEADING),
  }),
  output: note,
  run: (operations, { ticket_id, reply }) => addInternal(operations, ticket_id, DRAFT_HEADING, reply),
});

export const addTags = defineTool({
  name: 'add_tags',
  title: 'Add tags',
  description: 'Adds tags to a ticket and keeps those it has.',
  hasOutsideText: false,
  scope: updateTicket.scope,
  input: z.strictObject({
    ticket_id: ticketId,
    tags: z
      .array(textArgument('A tag', 60).check(z.refine((tag) => !tag.includes(','), { error: 'must have no comma' })), {
        error: 'must be a list of tags',
      })
      .check(z.minLength(1, { error: 'must have a tag' }), z.maxLength(20, { error: 'must have at most 20 tags' })),
  }),
  output: z.object({ id: z.int(), ticket_number: z.int(), tags: maybe }),
  async run(operations, { ticket_id, tags }) {
    const { tags: present, version } = await operations.run(getTicket, { query: { id: ticket_id } });
    const all = [...(present === null ? [] : [present]), ...tags].join(',');
    return operations.run(updateTicket, { body: { id: ticket_id, tags: all, version } });
  },
});
