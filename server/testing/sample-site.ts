import { expect } from 'vitest';
import { startTestService, TEST_ACTOR, type TestService } from './service.ts';
import { createAgent } from '#server/tickets/agents.ts';

const HOUR = 3_600_000;

/** Oldest first; T is how many hours ago it was created. */
const TICKETS = [
  {
    key: 'old',
    T: 90,
    subject: 'Invoice for LC-100',
    status: 'closed',
    priority: 'low',
    channel: 'email',
    email: 'maren@example.com',
  },
  {
    key: 'done',
    T: 50,
    subject: 'Rear brake squeals',
    status: 'resolved',
    priority: 'high',
    channel: 'web',
    tags: 'brakes',
    reply: true,
  },
  {
    key: 'mine',
    T: 30,
    subject: 'Display shows 100% or 100_',
    priority: 'urgent',
    channel: 'whatsapp',
    tags: 'Display,E9',
    agent: true,
    reply: true,
  },
  {
    key: 'late',
    T: 10,
    subject: 'Größe der Bremse',
    channel: 'email',
    email: 'Juergen@Example.ORG',
    phone: '+49 30 23125 007',
    name: 'Jürgen Öztürk',
  },
  {
    key: 'wait',
    T: 5,
    subject: 'Where is my order?',
    status: 'pending',
    priority: 'high',
    channel: 'web',
    reply: true,
    snooze: 24,
  },
  { key: 'past', T: 4, subject: 'Bell', status: 'pending', channel: 'sms', phone: '0049 (30) 23125-008', snooze: -1 },
  { key: 'new', T: 1, subject: 'Brake of the cargo bike', priority: 'low', channel: 'web', tags: 'brakes,vip' },
] as const;

/** A site with a few tickets of all kinds, for the tests of lists. */
export interface SampleSite {
  readonly service: TestService;
  readonly token: string;
  /** The agent Ada, and her token. */
  readonly ada: bigint;
  readonly tokenOfAda: string;
  /** Ticket numbers by the key of the ticket. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The keys of the listed tickets, in order; it also checks the total. */
  list(query: Readonly<Record<string, string | number>>, by?: string): Promise<string[]>;
  keyOf(ticketNumber: number): string;
}

export async function startSampleSite(): Promise<SampleSite> {
  const numbers = new Map<string, number>();
  const keys = new Map<number, string>();

  const service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  const home = await service.createSite();
  const { token } = home;
  const ada = await createAgent(
    service.database.forSite(home.site.id),
    home.site,
    { name: 'Ada' },
    { actor: TEST_ACTOR, now: service.clock.now() },
  );
  const tokenOfAda = (await service.issueToken(home.site, { agentId: ada })).token;
  const end = service.clock.now().getTime();
  for (const ticket of TICKETS) {
    const at = (hoursAgo: number) => service.clock.set(new Date(end - hoursAgo * HOUR).toISOString());
    at(ticket.T);
    const { subject, channel } = ticket;
    const contact = {
      ...('email' in ticket ? { requester_email: ticket.email } : {}),
      ...('phone' in ticket ? { requester_phone: ticket.phone } : {}),
      ...('name' in ticket ? { requester_name: ticket.name } : {}),
      ...('priority' in ticket ? { priority: ticket.priority } : {}),
    };
    const made = await service.call('POST', 'tickets', { token, body: { subject, channel, ...contact } });
    const id = made.json.data.id;
    numbers.set(ticket.key, made.json.data.ticket_number);
    keys.set(made.json.data.ticket_number, ticket.key);
    at(ticket.T - 0.5);
    const patch = {
      ...('tags' in ticket ? { tags: ticket.tags } : {}),
      ...('status' in ticket ? { status: ticket.status } : {}),
      ...('agent' in ticket ? { assignee_agent_id: String(ada) } : {}),
      ...('snooze' in ticket ? { snoozed_until_utc: new Date(end + ticket.snooze * HOUR).toISOString() } : {}),
    };
    if (Object.keys(patch).length > 0) await service.call('PATCH', 'ticket', { token, body: { id, ...patch } });
    if ('reply' in ticket)
      await service.call('POST', 'ticket_comments', { token, body: { ticket_id: id, body: 'Hello' } });
  }
  service.clock.set(new Date(end).toISOString());
  const keyOf = (ticketNumber: number) => keys.get(ticketNumber) ?? '?';
  return {
    ...{ service, token, ada, tokenOfAda, numbers, keyOf },
    async list(query, by = token) {
      const answer = await service.call('GET', 'tickets', { token: by, query });
      expect(answer.status, answer.text).toBe(200);
      const { items, total_count }: Listed = answer.json;
      expect(total_count).toBe(items.length);
      return items.map((item) => keyOf(item.ticket_number));
    },
  };
}
interface Listed {
  readonly items: readonly { ticket_number: number }[];
  readonly total_count: number;
}
