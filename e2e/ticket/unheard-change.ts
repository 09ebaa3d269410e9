import type { Locator, Page } from '@playwright/test';
import { offlineReady } from '#e2e/support/offline-ready.ts';
import type { TestService } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import type { TamperingProxy } from '#e2e/support/tampering-proxy.ts';
import { expect } from '#e2e/support/test.ts';
import { button, makeTicket } from './ticket-support.ts';

export const detail = (page: Page): Locator => page.getByRole('region', { name: 'Ticket', exact: true });

/** Resolves a ticket over a network that takes the answer away: the change arrives, and the page waits to send it. */
export async function resolveUnheard(page: Page, service: TestService, between: TamperingProxy): Promise<number> {
  const { id } = await makeTicket(service);
  await signIn(page, { ...service, url: between.url }, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await offlineReady(page);
  between.tamper = ({ resource, query }, response) => {
    if (resource !== 'ticket' || query.has('id')) return false;
    response.destroy();
    return true;
  };
  await button(page, 'Resolve').click();
  await expect(detail(page)).toContainText('Waiting to be sent');
  return id;
}
