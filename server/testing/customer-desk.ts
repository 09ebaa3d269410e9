import { expect } from 'vitest';
import { startTestService, type TestAnswer, type TestService, type TestSite } from './service.ts';

type Body = Record<string, unknown>;
type Query = Readonly<Record<string, string | number | bigint>>;

/** A service with a site, new for each test, and helpers for tests of merging customers. */
export class CustomerDesk {
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

  readonly open = async (): Promise<void> => {
    this.#service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
    this.#home = await this.#service.createSite({ label: 'Support leads' });
  };

  readonly close = async (): Promise<void> => {
    await this.#service?.close();
  };

  /** The answer, with any status. */
  readonly send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', resource: string, body: Body, at = this.home) =>
    this.service.call(method, resource, { token: at.token, body });

  /** The data of an answer with status 200. */
  readonly post = async (resource: string, body: Body, at = this.home) =>
    dataOf(await this.send('POST', resource, body, at));

  readonly get = async (resource: string, query: Query = {}, at = this.home) =>
    dataOf(await this.service.call('GET', resource, { token: at.token, query }));

  readonly ticket = (email: string, more: Body = {}, at = this.home) =>
    this.post('tickets', { subject: `Of ${email}`, requester_email: email, ...more }, at);

  /** Creates a customer and answers the id. */
  readonly customer = async (body: Body, at = this.home): Promise<bigint> =>
    BigInt((await this.post('customer', body, at)).identity.id);

  readonly merge = (survivorId: bigint, mergedId: bigint, more: Body = {}) =>
    this.post('customer_merges', { survivor_id: survivorId, merged_id: mergedId, ...more });

  readonly tryMerge = (survivorId: bigint, mergedId: bigint): Promise<TestAnswer> =>
    this.send('POST', 'customer_merges', { survivor_id: survivorId, merged_id: mergedId });

  readonly undo = (id: number) => this.post('customer_merges', { action: 'undo', id });

  readonly tryUndo = (id: number): Promise<TestAnswer> => this.send('POST', 'customer_merges', { action: 'undo', id });

  /** The record of a customer, by id, email or phone. */
  readonly whois = async (query: Query) => (await this.get('customer', query)).identity;

  readonly whoisId = async (query: Query): Promise<bigint> => BigInt((await this.whois(query)).id);

  readonly bind = (identityId: bigint, channel: string, externalUserId: string, more: Body = {}) =>
    this.post('bind_channel', { identity_id: identityId, channel, external_user_id: externalUserId, ...more });
}

function dataOf({ status, text, json }: TestAnswer) {
  expect(status, text).toBe(200);
  return json.data;
}
