import * as z from 'zod/mini';
import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';
import type { OperationInput } from './operations.ts';
import { searchable } from './search-words.ts';
import { checkOrder, csv, idArgument, INSTANT, listArgument, textArgument } from './tool.ts';

const words = (description: string) => z.optional(textArgument(description, 200));

const FILTERS = {
  in_messages: z._default(
    z
      .boolean({ error: 'must be true or false' })
      .check(z.describe('q also in messages and internal notes, your own too')),
    true,
  ),
  status: listArgument('States', STATUSES),
  priority: listArgument('Priorities', PRIORITIES),
  tag: z.optional(textArgument('A whole tag', 60)),
  channel: z.optional(textArgument('Such as web; filter_values has all', 40)),
  assignee: z.optional(textArgument('An agent id of filter_values, none, or me', 40)),
  customer_id: z.optional(idArgument('Tickets of this customer')),
};

/** The time at which tickets were created. */
export const WINDOW = {
  created_from: z.optional(textArgument(`Created at or after: ${INSTANT}`, 40)),
  created_to: z.optional(textArgument(`Created before: ${INSTANT}`, 40)),
};

/** Arguments that choose tickets. */
export const SELECTION = {
  q: words(
    'Words that must all occur, each anywhere, also inside a longer word: in subject, name, email and phone of the requester, ticket number, tags, messages. Words under 3 characters are left out',
  ),
  ...FILTERS,
  ...WINDOW,
};

/** The same for tools that agents use after a search: the list of tools is in the context of each. */
export const SELECTION_OF_COUNTS = { q: words('As in search_tickets'), ...FILTERS };

type Selection = Partial<z.output<z.ZodMiniObject<typeof SELECTION>>>;

/** The field of a result that names words left out of `q`. */
export const IGNORED = { ignored_words: z.optional(z.array(z.string())) };

interface Selected {
  readonly query: NonNullable<OperationInput['query']>;
  readonly told: { readonly ignored_words?: readonly string[] };
}

/**
 * The parameters of a list of tickets, and what the result says about them.
 * @throws ApiError bad_field
 */
export function selectTickets(selection: Selection): Selected {
  const { in_messages: inMessages, created_from, created_to, tag, channel, assignee } = selection;
  checkOrder('created_from', created_from, 'created_to', created_to);
  const search = selection.q === undefined ? null : searchable(selection.q);
  const query = {
    q: search?.q,
    text: search !== null && inMessages ? 1 : undefined,
    status: csv(selection.status),
    priority: csv(selection.priority),
    tag,
    channel,
    assignee,
    customer_identity_id: selection.customer_id,
    created_from,
    created_to,
  };
  return { query, told: search === null || search.ignored.length === 0 ? {} : { ignored_words: search.ignored } };
}
