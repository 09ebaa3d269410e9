import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { count, idParam, intParam, skipParam } from './scalars.ts';
import { comment } from './tickets.ts';

/** Newest first; `before_id` begins behind that comment. See docs/api.md, "Comments". */
export const listTicketComments = operation({
  name: 'listTicketComments',
  resource: 'ticket_comments',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'ticket_comments',
  query: z.object({
    ticket_id: idParam,
    before_id: z.optional(idParam),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.object({ items: z.array(comment), total_count: count }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [],
});
