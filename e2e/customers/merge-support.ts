import { expect, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { TestService } from '#e2e/support/service.ts';

interface NewCustomer {
  readonly display_name?: string;
  readonly email?: string;
  readonly phone?: string;
}

const Made = z.object({ data: z.object({ identity: z.object({ id: z.number() }) }) });
const MadeTicket = z.object({ data: z.object({ id: z.number(), ticket_number: z.number() }) });
const Merged = z.object({ data: z.object({ id: z.number() }) });
const Answered = z.object({
  data: z.object({ identity: z.object({ id: z.number() }), tickets: z.object({ total: z.number() }) }),
});

export async function makeCustomer(service: TestService, body: NewCustomer): Promise<number> {
  const { status, json } = await service.call('POST', 'customer', { body });
  expect(status, JSON.stringify(json)).toBe(200);
  return Made.parse(json).data.identity.id;
}

/** A ticket of an address. */
export async function makeTicket(
  service: TestService,
  subject: string,
  email: string,
): Promise<{ id: number; number: number }> {
  const { json } = await service.call('POST', 'tickets', { body: { subject, requester_email: email } });
  const { id, ticket_number: number } = MadeTicket.parse(json).data;
  return { id, number };
}

export async function bind(
  service: TestService,
  id: number,
  channel: string,
  user: string,
  name?: string,
): Promise<void> {
  const body = {
    identity_id: id,
    channel,
    external_user_id: user,
    ...(name === undefined ? {} : { display_handle: name }),
  };
  const { status } = await service.call('POST', 'bind_channel', { body });
  expect(status).toBe(200);
}

/** Answers the id of the receipt. */
export async function mergeByCall(service: TestService, merged: number, survivor: number): Promise<number> {
  const body = { survivor_id: survivor, merged_id: merged };
  const { status, json } = await service.call('POST', 'customer_merges', { body });
  expect(status, JSON.stringify(json)).toBe(200);
  return Merged.parse(json).data.id;
}

/** Who answers under an id, and with how many tickets; null for nobody. */
export async function whoIs(service: TestService, id: number): Promise<{ id: number; tickets: number } | null> {
  const { status, json } = await service.call('GET', 'customer', { query: { identity_id: String(id) } });
  if (status === 404) return null;
  const { identity, tickets } = Answered.parse(json).data;
  return { id: identity.id, tickets: tickets.total };
}

/** The bodies of the merges that the page asks for, without dry runs. */
export function watchMerges(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (/resource=customer_merges/.test(request.url()) && request.method() === 'POST' && !body.includes('dry_run'))
      sent.push(body);
  });
  return sent;
}
