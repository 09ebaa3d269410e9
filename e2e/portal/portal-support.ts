import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { startTestService, type TestService } from '#e2e/support/service.ts';
import { test as base } from '#e2e/support/test.ts';

const Link = z.object({ data: z.object({ id: z.number(), token: z.string(), token_url: z.string() }) });
const Made = z.object({ data: z.object({ id: z.number(), ticket_number: z.number() }) });
const Listed = z.object({ data: z.object({ items: z.array(z.object({ id: z.number(), use_count: z.number() })) }) });

type PortalLink = z.infer<typeof Link>['data'];

let lastVisitor = 0;

interface Visitor {
  /** Where the page says it comes from: each has an address of its own, as ten tries a minute are few. */
  readonly address: string;
}

/** A service behind a proxy that passes on the visitor's address. */
export const test = base.extend<Visitor, { service: TestService }>({
  service: [
    async ({ extensions }, use) => {
      const service = await startTestService({ extensions, env: { TRUST_PROXY: '1' } });
      await use(service);
      await service.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  address: async ({}, use) => {
    lastVisitor += 1;
    await use(`10.9.${lastVisitor >> 8}.${lastVisitor & 255}`);
  },
  context: async ({ context, address }, use) => {
    await context.route('**/portal/*', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': address } }),
    );
    await use(context);
  },
});

async function post<Answer extends z.ZodMiniType>(
  service: TestService,
  resource: string,
  body: object,
  answer: Answer,
): Promise<z.output<Answer>> {
  return z.parse(answer, (await service.call('POST', resource, { body })).json);
}

export async function issue(service: TestService, requester_email: string): Promise<PortalLink> {
  return (await post(service, 'portal_token', { requester_email }, Link)).data;
}

export async function ask(service: TestService, requester_email: string, subject: string): Promise<number> {
  const body = { subject, requester_email, initial_comment: `About: ${subject}` };
  return (await post(service, 'tickets', body, Made)).data.id;
}

export const solve = (service: TestService, id: number, status = 'resolved') =>
  service.call('PATCH', 'ticket', { body: { id, status } });

export async function useCount(service: TestService, id: number): Promise<number | undefined> {
  const { json } = await service.call('GET', 'portal_tokens', { query: { limit: '200' } });
  return z.parse(Listed, json).data.items.find((item) => item.id === id)?.use_count;
}

export const lead = (page: Page): Locator => page.getByRole('heading', { level: 1 });
export const request = (page: Page, subject: string): Locator =>
  page.getByRole('navigation', { name: 'Requests' }).getByRole('button', { name: subject });
