import type { Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import type { TamperingProxy } from '#e2e/support/tampering-proxy.ts';
import { expect } from '#e2e/support/test.ts';
import { button, detail } from './ticket-support.ts';

/** Resolves a ticket over a network that takes the answer away: the change arrives, and the page waits to send it. */
export async function resolveUnheard(page: Page, site: OwnSite, between: TamperingProxy): Promise<number> {
  const { id } = await makeTicket(site);
  await signIn(page, { ...site, url: between.url }, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  // What reports a lost network is fetched beside the page, while there is a network to lose.
  await settled(page);
  between.tamper = ({ resource, query }, response) => {
    if (resource !== 'ticket' || query.has('id')) return false;
    response.destroy();
    return true;
  };
  await button(page, 'Resolve').click();
  await expect(detail(page)).toContainText('Waiting to be sent');
  return id;
}
