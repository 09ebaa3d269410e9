import { recordCsat } from '#server/csat/record-csat.ts';
import { expectSuccess } from './expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from './service.ts';

export const CSAT_NOW = '2026-11-20T14:30:00.000Z';

/** A service with a site in Berlin, new for each test, and helpers for tests of CSAT. */
export class CsatDesk {
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

  readonly open = async (): Promise<void> => this.#open({});

  /** The same service with EXTENSIONS=0. */
  readonly openBare = async (): Promise<void> => {
    await this.close();
    await this.#open({ extensions: false });
  };

  async #open(options: { readonly extensions?: false }): Promise<void> {
    this.#service = await startTestService({ now: CSAT_NOW, ...options });
    this.#home = await this.#service.createSite({ timeZone: 'Europe/Berlin' });
  }

  readonly close = async (): Promise<void> => {
    await this.#service?.close();
  };

  /** A report, with any status. */
  readonly get = (query: string, token = this.home.token) => this.service.call('GET', 'csat_reports', { token, query });

  /** The data of a successful report. */
  readonly read = async (query: string, token = this.home.token) => {
    const answer = await this.get(query, token);
    expectSuccess(answer);
    return answer.json.data;
  };

  readonly write = (method: string, resource: string, body: Record<string, unknown>) =>
    this.service.call(method, resource, { token: this.home.token, body });

  readonly ticket = async (body: Record<string, unknown> = {}): Promise<bigint> =>
    BigInt((await this.write('POST', 'tickets', { subject: 'Bell', ...body })).json.data.id);

  readonly rateTicket = async (
    ticketId: bigint,
    score: number,
    at = CSAT_NOW,
    comment: string | null = null,
  ): Promise<bigint> => {
    const input = { ticketId, score, comment, createdUtc: at };
    const context = { actor: TEST_ACTOR, now: this.service.clock.now() };
    const db = this.service.database.forSite(this.home.site.id);
    return (await db.transaction((db) => recordCsat(db, this.home.site, input, context)))?.id ?? 0n;
  };

  /** Rates a new ticket. */
  readonly rate = async (score: number, at = CSAT_NOW, comment: string | null = null) =>
    this.rateTicket(await this.ticket(), score, at, comment);
}
