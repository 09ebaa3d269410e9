import { afterEach, beforeEach, expect } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, TEST_ACTOR, type TestAnswer, type TestService, type TestSite } from './service.ts';
import { createAgent } from '#server/tickets/agents.ts';

type Body = Record<string, unknown>;

/**
 * A service with a site, new for each test, and helpers for tests of tickets. Calls fail unless their status is 200.
 */
export class TicketDesk {
  #service: TestService | null = null;
  #home: TestSite | null = null;

  get service(): TestService {
    if (this.#service === null) throw new Error('There is a service only within a test');
    return this.#service;
  }

  get home(): TestSite {
    if (this.#home === null) throw new Error('There is a site only within a test');
    return this.#home;
  }

  get token(): string {
    return this.home.token;
  }

  async open(now: string): Promise<void> {
    this.#service = await startTestService({ now });
    this.#home = await this.#service.createSite({ label: 'Support leads' });
  }

  readonly close = async (): Promise<void> => {
    await this.#service?.close();
  };

  readonly create = async (body: Body = {}) =>
    dataOf(await this.service.call('POST', 'tickets', { token: this.token, body: { subject: 'Bell', ...body } }));

  readonly createId = async (body: Body = {}): Promise<bigint> => BigInt((await this.create(body)).id);

  readonly createIds = async (count: number, body: Body = {}): Promise<bigint[]> => {
    const ids: bigint[] = [];
    for (let n = 0; n < count; n += 1) ids.push(await this.createId(body));
    return ids;
  };

  readonly patch = async (body: Body, token = this.token) =>
    dataOf(await this.service.call('PATCH', 'ticket', { token, body }));

  readonly patchId = (id: bigint, body: Body, token = this.token) => this.patch({ id, ...body }, token);

  readonly read = async (id: unknown, include = 'links,activity,comments') =>
    dataOf(await this.service.call('GET', 'ticket', { token: this.token, query: { id: String(id), include } }));

  readonly sendBulk = (body: unknown, token = this.token) => this.service.call('POST', 'tickets_bulk', { token, body });

  readonly bulk = async (body: unknown) => dataOf(await this.sendBulk(body));

  readonly agent = (name: string): Promise<bigint> =>
    createAgent(
      this.service.database.forSite(this.home.site.id),
      this.home.site,
      { name },
      { actor: TEST_ACTOR, now: this.service.clock.now() },
    );

  readonly auditOf = (id: unknown): Promise<{ action: string; label: string; changes: unknown }[]> =>
    this.service.database.owner.query(sql`
      select action, label, changes from audit_log where object_type = 'ticket' and object_id = ${String(id)} order by id`);

  /** Every row that a change of tickets could affect. */
  readonly everything = (): Promise<unknown> => {
    const { owner } = this.service.database;
    return Promise.all([
      owner.query(sql`select * from ticket order by site_id, id`),
      owner.query(sql`select * from ticket_activity order by site_id, id`),
      owner.query(sql`select * from audit_log order by site_id, id`),
      owner.query(sql`select * from ticket_undo order by site_id, ticket_id`),
      owner.query(sql`select * from ticket_bulk_change order by site_id, undo_token`),
      owner.query(sql`select * from tag order by site_id, id`),
    ]);
  };
}

function dataOf({ json, status, text }: TestAnswer) {
  expect(status, text).toBe(200);
  return json.data;
}

/** Call it outside of the tests of a file. */
export function useTicketDesk(now: string): TicketDesk {
  const desk = new TicketDesk();
  beforeEach(() => desk.open(now));
  afterEach(desk.close);
  return desk;
}
