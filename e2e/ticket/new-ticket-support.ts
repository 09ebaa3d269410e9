import type { Locator, Page, Route } from '@playwright/test';
import * as z from 'zod/mini';
import { intercept } from '#e2e/support/intercept.ts';
import { expect } from '#e2e/support/test.ts';
import type { Site } from '#e2e/support/service.ts';

export function drawer(page: Page): Locator {
  return page.getByRole('dialog', { name: 'New ticket' });
}

export function guard(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Discard this ticket?' });
}

export function createButton(page: Page): Locator {
  return drawer(page).getByRole('button', { name: 'Create ticket' });
}

/** Opens the form by its button, and waits until it can be written in. */
export async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New ticket' }).click();
  await expect(drawer(page).getByLabel('Subject')).toBeFocused();
}

/** Waits until the key of the form is heard: it is none of what a page has first, and the sheet of keys names it when it is. */
async function keyIsHeard(page: Page): Promise<void> {
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('New ticket');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

/** Opens the form by its key. */
export async function openFormByKey(page: Page): Promise<void> {
  await keyIsHeard(page);
  await page.keyboard.press('c');
  await expect(drawer(page).getByLabel('Subject')).toBeFocused();
}

const List = z.object({ items: z.array(z.object({ id: z.number(), subject: z.string() })) });
const Detail = z.object({
  data: z.object({
    subject: z.string(),
    channel: z.string(),
    priority: z.string(),
    status: z.string(),
    requester_name: z.nullable(z.string()),
    requester_email: z.nullable(z.string()),
    requester_phone: z.nullable(z.string()),
    required_skills: z.array(z.string()),
    comments: z.array(z.object({ body: z.string(), author_kind: z.string() })),
  }),
});

/** The subjects of all tickets of a site, the newest first. */
export async function readSubjects(site: Site): Promise<string[]> {
  return (await list(site)).map(({ subject }) => subject);
}

/** The one ticket of a site, as the service holds it. */
export async function readOnlyOne(site: Site) {
  const [ticket, ...more] = await list(site);
  expect(more).toEqual([]);
  const id = String(ticket?.id);
  const { json } = await site.call('GET', 'ticket', { query: { id, include: 'comments' } });
  return { id, ...Detail.parse(json).data };
}

async function list(site: Site) {
  const query = { order_by: 'created', dir: 'desc' };
  return List.parse((await site.call('GET', 'tickets', { query })).json).items;
}

/** Intercepts the creation of a ticket. */
export async function onCreate(page: Page, handle: (route: Route) => Promise<void>): Promise<void> {
  await intercept(page, /resource=tickets$/, (route) =>
    route.request().method() === 'POST' ? handle(route) : route.fallback(),
  );
}
