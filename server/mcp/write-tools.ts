import * as z from 'zod/mini';
import { addTicketComment, updateTicket } from '#contract/ticket-writes.ts';
import { getTicket } from '#contract/tickets.ts';
import type { Operations } from './operations.ts';
import { defineTool, idArgument, maybe, textArgument } from './tool.ts';

/** The first line of a draft: a note, since drafts of people are in their browsers, and nothing else is seen by the team alone. */
const DRAFT_HEADING = 'Draft reply (not sent):';

const ticketId = idArgument('The id of a ticket, not its number');
const note = z.object({ id: z.int(), ticket_id: z.int(), visibility: z.string(), created_utc: z.string() });

function addInternal(operations: Operations, ticket_id: number, body: string) {
  return operations.run(addTicketComment, { body: { ticket_id, body, visibility: 'internal' } });
}

export const addNote = defineTool({
  name: 'add_note',
  title: 'Add an internal note',
  description: 'Adds a note to a ticket that only the team sees. Write what you found and what it rests on.',
  hasOutsideText: false,
  scope: addTicketComment.scope,
  input: z.strictObject({ ticket_id: ticketId, body: textArgument('The note, plain text', 20_000) }),
  output: note,
  run: (operations, { ticket_id, body }) => addInternal(operations, ticket_id, body),
});

export const draftReply = defineTool({
  name: 'draft_reply',
  title: 'Leave a draft reply',
  description: `Leaves a draft on a ticket as an internal note headed "${DRAFT_HEADING}". A person reads, changes and sends it; the customer sees nothing until then.`,
  hasOutsideText: false,
  scope: addTicketComment.scope,
  input: z.strictObject({
    ticket_id: ticketId,
    reply: textArgument('The reply as the customer would read it', 20_000 - DRAFT_HEADING.length - 2),
  }),
  output: note,
  run: (operations, { ticket_id, reply }) => addInternal(operations, ticket_id, `${DRAFT_HEADING}\n\n${reply}`),
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
