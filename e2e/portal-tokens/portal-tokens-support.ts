import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { startTestService, type TestService } from '#e2e/support/service.ts';
import { expect, test as base } from '#e2e/support/test.ts';

const Issued = z.object({ data: z.object({ id: z.number(), token: z.string(), token_url: z.string() }) });
const Listed = z.object({
  data: z.object({ items: z.array(z.object({ id: z.number(), state: z.string(), use_count: z.number() })) }),
});

let lastVisitor = 0;

/** A service behind a proxy that passes on the visitor's address: ten openings a minute are few for one. */
export const test = base.extend<object, { service: TestService }>({
  service: [
    async ({ extensions }, use) => {
      const service = await startTestService({ extensions, env: { TRUST_PROXY: '1' } });
      await use(service);
      await service.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** A link made past the page. */
export async function issueLink(
  service: TestService,
  requester_email: string,
  { days = 30, uses = 0 } = {},
): Promise<z.output<typeof Issued>['data']> {
  const body = { requester_email, expiry_days: days, reuse_active: false };
  const { data } = z.parse(Issued, (await service.call('POST', 'portal_token', { body })).json);
  for (let use = 0; use < uses; use += 1) await openSession(service, data.token);
  return data;
}

/** What opening a link answers, each time to somebody else. */
export async function openSession(service: TestService, token: string): Promise<number> {
  lastVisitor += 1;
  const visitor = `10.7.${lastVisitor >> 8}.${lastVisitor & 255}`;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': visitor };
  const response = await fetch(`${service.url}/portal/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  });
  return response.status;
}

/** The links of an address as the service has them, newest first. */
export async function linksOf(service: TestService, email: string) {
  return z.parse(Listed, (await service.call('GET', 'portal_tokens', { query: { email } })).json).data.items;
}

export const revealOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Copy this link now' });
export const rowOf = (page: Page, email: string): Locator => page.getByRole('row').filter({ hasText: email });

/** The link that is shown. */
export async function shownLink(page: Page): Promise<string> {
  const field = revealOf(page).getByRole('textbox', { name: 'Portal link' });
  await expect(field).toHaveValue(/\/portal#t=spt_[0-9A-Za-z]{38}$/);
  return field.inputValue();
}
