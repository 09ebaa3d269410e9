import type { ErrorCode } from '#contract/errors.ts';
import type { OperationName } from '#contract/operations.ts';
import { sql } from '#server/db/db.ts';
import { createAgent } from '#server/tickets/create-agent.ts';
import { TEST_ACTOR, type TestCall, type TestService, type TestSite } from './service.ts';

/** A site with one of each thing that a row can speak of. */
export interface Fixture extends TestSite {
  readonly agentId: bigint;
  readonly ticketId: bigint;
  readonly ticketNumber: number;
  readonly email: string;
  readonly identityId: bigint;
  /** A browser session of the token. */
  session(): Promise<string>;
}

type Example = Pick<TestCall, 'query' | 'body'> & { readonly token?: string };

interface RowExamples {
  /** A call that succeeds. */
  readonly success: (own: Fixture) => Example | Promise<Example>;
  /** How each error of the row's own comes about. */
  readonly errors: Partial<Record<ErrorCode, (own: Fixture) => Example | Promise<Example>>>;
  /** The same call about things of another site, or null for a row that names none. */
  readonly foreign: ((other: Fixture) => Example) | null;
}

/** Beyond every id that a test makes, and beyond 2^53. */
export const ABSENT_ID = 9_007_199_254_740_993n;

const NO_OBJECT = { errors: {}, foreign: null } as const;

/** One line for each row of the contract: a new row without an example does not compile. */
export const ROW_EXAMPLES: Readonly<Record<OperationName, RowExamples>> = {
  getWhoami: { ...NO_OBJECT, success: () => ({}) },
  getHealth: { ...NO_OBJECT, success: () => ({}) },
  startSession: {
    success: () => ({ body: { scopes: ['read'] } }),
    errors: { insufficient_scope: async (own) => ({ token: await own.session(), body: {} }) },
    foreign: null,
  },
  endSession: { ...NO_OBJECT, success: async (own) => ({ token: await own.session() }) },
  listTickets: {
    success: () => ({ query: { facets: 1 } }),
    errors: {},
    foreign: (other) => ({ query: { customer_identity_id: other.identityId, facets: 1 } }),
  },
  createTicket: {
    success: () => ({ body: { subject: 'Wheel out of true' } }),
    errors: { conflict: reusedKey },
    foreign: null,
  },
  getTicket: {
    success: (own) => ({ query: { id: own.ticketId, include: 'links,activity,comments' } }),
    errors: { not_found: () => ({ query: { id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { id: other.ticketId } }),
  },
  updateTicket: {
    success: (own) => ({ body: { id: own.ticketId, priority: 'high' } }),
    errors: {
      not_found: () => ({ body: { id: ABSENT_ID, status: 'open' } }),
      conflict: (own) => ({ body: { id: own.ticketId, status: 'pending', version: 999 } }),
    },
    foreign: (other) => ({ body: { id: other.ticketId, status: 'pending' } }),
  },
  addTicketComment: {
    success: (own) => ({ body: { ticket_id: own.ticketId, body: 'We send a new one.' } }),
    errors: {
      not_found: () => ({ body: { ticket_id: ABSENT_ID, body: 'Hello' } }),
      conflict: (own) => ({ body: { ticket_id: own.ticketId, body: 'Hello', version: 999 } }),
    },
    foreign: (other) => ({ body: { ticket_id: other.ticketId, body: 'Hello' } }),
  },
  listAgents: { ...NO_OBJECT, success: () => ({}) },
  listTags: { ...NO_OBJECT, success: () => ({}) },
  getCustomer: {
    success: (own) => ({ query: { email: own.email } }),
    errors: { not_found: () => ({ query: { email: 'nobody@example.org' } }) },
    foreign: (other) => ({ query: { email: other.email } }),
  },
  listCustomerIdentities: { ...NO_OBJECT, success: () => ({}) },
  getBusinessCalendar: { ...NO_OBJECT, success: () => ({}) },
};

/** Told by the header of the call, which the test adds. */
function reusedKey(): Example {
  return { body: { subject: 'Another body' } };
}

/**
 * @param name Stands in the address and subject, so that two sites have nothing in common.
 * @param firstId Sites draw ids of their own: without ranges apart, an id of one is an id of the other.
 */
export async function makeFixture(
  service: TestService,
  name: string,
  firstId = 9_100_000_000_000_000_001n,
): Promise<Fixture> {
  const { database, clock } = service;
  const context = { actor: TEST_ACTOR, now: clock.now(), extensions: true };
  const made = await service.createSite({ name });
  await database.owner.query(sql`select setval(${`site_${made.site.id}_id`}::text::regclass, ${firstId})`);
  const agentId = await createAgent(database.owner, made.site, { name: `Agent of ${name}` }, context);
  const full = await service.issueToken(made.site, { agentId });
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.org`;
  const { json } = await service.call('POST', 'tickets', {
    token: full.token,
    body: { subject: `Subject of ${name}`, requester_email: email, requester_name: name },
  });
  return {
    ...made,
    ...full,
    agentId,
    email,
    ticketId: BigInt(json.data.id),
    ticketNumber: json.data.ticket_number,
    identityId: BigInt(json.data.customer_identity_id),
    async session() {
      const started = await service.call('POST', 'sessions', { token: full.token, body: {} });
      return started.json.data.token;
    },
  };
}

/** Rows in all tables but the count of calls itself, to see that a refused call changed nothing. */
export async function countRows({ database }: TestService): Promise<Readonly<Record<string, number>>> {
  const tables = await database.owner.query<{ name: string }>({
    text: `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_window' order by 1`,
    values: [],
  });
  const parts = tables.map(({ name }) => `select '${name}' as name, count(*)::integer as count from "${name}"`);
  const counts = await database.owner.query<{ name: string; count: number }>({
    text: parts.join(' union all '),
    values: [],
  });
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
}
