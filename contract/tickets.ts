import * as z from 'zod/mini';
import { extension, operation, ours } from './operation.ts';
import {
  choice,
  choices,
  count,
  flagParam,
  id,
  idParam,
  instantParam,
  intParam,
  integer,
  skipParam,
  text,
  utc,
} from './scalars.ts';
import { PRIORITIES, STATUSES } from './ticket-names.ts';

export type TicketStatus = (typeof STATUSES)[number];
export type TicketPriority = (typeof PRIORITIES)[number];

/** The fields of the API document, then those of docs/api.md, "Extensions". */
export const ticket = z.object({
  id,
  ticket_number: integer,
  subject: z.string(),
  status: z.enum(STATUSES),
  priority: z.enum(PRIORITIES),
  channel: z.string(),
  requester_name: z.nullable(z.string()),
  requester_email: z.nullable(z.string()),
  requester_phone: z.nullable(z.string()),
  tags: z.nullable(z.string()),
  first_response_utc: z.nullable(utc),
  resolved_utc: z.nullable(utc),
  created_utc: utc,
  customer_identity_id: z.nullable(id),
  assignee_agent_id: extension('agents', z.nullable(z.string())),
  assignee_name: extension('agents', z.nullable(z.string())),
  updated_utc: extension('agents', utc),
  last_message_preview: extension('agents', z.nullable(z.string())),
  snoozed_until_utc: extension('agents', z.nullable(utc)),
  version: extension('agents', integer),
  /** The customer of the ticket is blocked. */
  customer_blocked: extension('identity_tools', z.boolean()),
  /** When the customer's last message is to be answered; null where no answer is due. */
  reply_due_utc: extension('calendar_tools', z.nullable(utc)),
});
export type Ticket = z.output<typeof ticket>;

/** The columns of `format=csv`: the document's fields in the document's order. */
export const TICKET_COLUMNS = [
  'id',
  'ticket_number',
  'subject',
  'status',
  'priority',
  'channel',
  'requester_name',
  'requester_email',
  'requester_phone',
  'tags',
  'first_response_utc',
  'resolved_utc',
  'created_utc',
  'customer_identity_id',
] as const satisfies readonly (keyof Ticket)[];

export const COMMENT_AUTHORS = ['customer', 'agent', 'ai', 'system'] as const;
export const VISIBILITIES = ['public', 'internal'] as const;

export const comment = z.object({
  id,
  ticket_id: id,
  author_kind: z.enum(COMMENT_AUTHORS),
  author_name: z.nullable(z.string()),
  agent_id: z.nullable(z.string()),
  visibility: z.enum(VISIBILITIES),
  channel: z.string(),
  body: z.string(),
  created_utc: utc,
});
export type Comment = z.output<typeof comment>;

export const ACTIVITY_KINDS = ['created', 'status', 'priority', 'assignee', 'tags', 'snooze', 'comment'] as const;
export const activity = z.object({
  id,
  kind: z.enum(ACTIVITY_KINDS),
  actor: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  created_utc: utc,
});
export type Activity = z.output<typeof activity>;

export const LINK_KINDS = ['customer', 'session', 'csat', 'portal_token'] as const;
export const link = z.object({ kind: z.enum(LINK_KINDS), id: z.string(), label: z.string() });
export type TicketLink = z.output<typeof link>;

/** GET ticket: the Ticket and what the document does not show of it. */
export const ticketDetail = z.extend(ticket, {
  assignee_agent_id: ours(z.nullable(z.string())),
  updated_utc: ours(utc),
  required_skills: ours(z.array(z.string())),
  links: z.optional(z.array(link)),
  activity: z.optional(z.array(activity)),
  comments: z.optional(z.array(comment)),
  /** Count of all comments, when `comments` asks for only the newest. */
  comment_count: z.optional(count),
});
export type TicketDetail = z.output<typeof ticketDetail>;

const facetCount = z.record(z.string(), count);
export const facets = z.object({
  status: z.object({ open: count, pending: count, resolved: count, closed: count }),
  priority: z.object({ urgent: count, high: count, normal: count, low: count }),
  channel: facetCount,
  assignee: facetCount,
  folder: z.object({
    needs_first_reply: count,
    urgent: count,
    unassigned: count,
    pending: count,
    snoozed: count,
    stale: count,
    mine: count,
  }),
});
export type Facets = z.output<typeof facets>;

export const TICKET_ORDERS = ['created', 'updated', 'priority', 'waiting', 'due'] as const;
export type TicketOrder = (typeof TICKET_ORDERS)[number];

/** A condition of the `filter` parameter; `value` is checked against field and operator by the service. */
export const FILTER_OPERATORS = [
  'is',
  'is_not',
  'any_of',
  'none_of',
  'contains',
  'is_set',
  'is_not_set',
  'between',
  'older_than',
  'newer_than',
] as const;
export const FILTER_FIELDS = [
  'status',
  'priority',
  'channel',
  'assignee',
  'tag',
  'subject',
  'requester_name',
  'requester_email',
  'requester_phone',
  'ticket_number',
  'customer_identity_id',
  'created_utc',
  'updated_utc',
  'first_response_utc',
  'resolved_utc',
  'snoozed_until_utc',
] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

/** The parameters that choose tickets; a bulk change takes the same as its `filter`. */
const SELECTION = {
  status: extension('ticket_filters', choices(STATUSES), z.optional(singleton(STATUSES))),
  assignee: z.optional(text(40)),
  priority: extension('ticket_filters', choices(PRIORITIES), z.optional(singleton(PRIORITIES))),
  q: z.optional(text(200)),
  /** `q` is looked for in messages too. */
  text: extension('ticket_filters', flagParam),
  tag: extension('ticket_filters', text(60)),
  channel: extension('ticket_filters', text(40)),
  customer_identity_id: extension('ticket_filters', idParam),
  created_from: extension('ticket_filters', instantParam),
  created_to: extension('ticket_filters', instantParam),
  first_reply: extension('ticket_filters', choice(['none', 'done'])),
  stale: extension('ticket_filters', flagParam),
  snoozed: extension('ticket_filters', flagParam),
  /** The reply is due now or before. */
  overdue: extension('calendar_tools', flagParam),
  filter: extension('ticket_filters', text(8000)),
};

/** A selection as text, as in a URL. Unknown names are refused: ignoring one would widen the selection. */
export const ticketSelectionText = z.strictObject(SELECTION);

/** The document takes one value; the handler always sees a list. */
function singleton<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.pipe(
    choice(values),
    z.transform((value) => [value]),
  );
}

const LIST = {
  resource: 'tickets',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  body: null,
  shape: 'top-level',
  errors: [],
  touches: [],
} as const;

const PAGE = {
  ...SELECTION,
  limit: z._default(intParam(1, 200), 25),
  skip: z._default(skipParam, 0),
  order_by: extension('ticket_filters', choice(TICKET_ORDERS)),
  dir: extension('ticket_filters', choice(['asc', 'desc'])),
};

export const listTickets = operation({
  ...LIST,
  name: 'listTickets',
  extension: null,
  query: z.object({
    ...PAGE,
    format: z._default(choice(['json', 'csv']), 'json'),
    facets: extension('ticket_filters', flagParam),
    all: extension('csv_all', flagParam),
  }),
  reply: z.object({ items: z.array(ticket), total_count: count, facets: z.optional(facets) }),
  csv: { file: 'tickets', columns: TICKET_COLUMNS },
});

/** A page of the same list for callers that have no use for the total, whose count can cost more than the page. */
export const listTicketsUncounted = operation({
  ...LIST,
  name: 'listTicketsUncounted',
  when: { in: 'query', name: 'count', value: '0' },
  extension: 'ticket_filters',
  query: z.object(PAGE),
  /** Null; the total where the service knows no `count=0`. */
  reply: z.object({ items: z.array(ticket), total_count: z.nullable(count) }),
  csv: null,
});

export const getTicket = operation({
  name: 'getTicket',
  resource: 'ticket',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({
    id: idParam,
    include: z.optional(choices(['links', 'activity', 'comments'])),
    /** The newest so many comments instead of all, with `include=comments` or without it. */
    comments: extension('ticket_comments', intParam(1, 200)),
  }),
  body: null,
  reply: ticketDetail,
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [],
});

export const listAgents = operation({
  name: 'listAgents',
  resource: 'agents',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'agents',
  query: z.object({ limit: z._default(intParam(1, 200), 50), skip: z._default(skipParam, 0) }),
  body: null,
  reply: z.object({
    items: z.array(
      z.object({ id: z.string(), name: z.string(), is_me: z.boolean(), open_tickets: count, created_utc: utc }),
    ),
    total_count: count,
  }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});
