import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answersOf, button, head, note, readTicket, reply, widthTooMuch } from './ticket-support.ts';

const property = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}: `) });

test('each property is changed in place, says that it is saved, and can be undone', async ({ page, site }) => {
  const { id, number } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await property(page, 'Status').click();
  await checkA11y(page);
  await page.getByRole('option', { name: 'Pending' }).click();
  await expect(property(page, 'Status')).toHaveAccessibleName('Status: Pending');
  await expect(property(page, 'Status')).toBeFocused();
  await expect(head(page).getByText('Saved')).toBeVisible();
  await property(page, 'Assignee').click();
  await page.getByRole('option', { name: /^Robin Tester/ }).click();
  await expect(property(page, 'Assignee')).toHaveAccessibleName('Assignee: Robin Tester');
  await property(page, 'Tags').click();
  await page.getByRole('combobox', { name: 'Find or add a tag' }).fill('cable worn');
  await page.getByRole('option', { name: /cable worn/ }).click();
  await page.getByRole('button', { name: /^Apply/ }).click();
  await expect(property(page, 'Tags')).toHaveAccessibleName('Tags: cable worn');
  await property(page, 'Snoozed until').click();
  await page.getByRole('option', { name: /^In a week/ }).click();
  await expect(property(page, 'Snoozed until')).not.toHaveAccessibleName(/Not snoozed/);
  await expect
    .poll(() => readTicket(site, id))
    .toMatchObject({ status: 'pending', assignee_name: 'Robin Tester', tags: 'cable worn' });
  await expect.poll(async () => (await readTicket(site, id)).snoozed_until_utc).not.toBeNull();
  await property(page, 'Priority').click();
  await page.keyboard.press('1');
  await expect(property(page, 'Priority')).toHaveAccessibleName('Priority: Urgent');
  await expect(page.getByText(`#${number} set to urgent`).last()).toBeVisible();
  await expect.poll(async () => (await readTicket(site, id)).priority).toBe('urgent');
  await page.keyboard.press('Control+z');
  await expect(property(page, 'Priority')).toHaveAccessibleName('Priority: Normal');
  await expect.poll(async () => (await readTicket(site, id)).priority).toBe('normal');
});

test('SI-04: a token that only reads sees values and the reasons why it can neither change nor answer, and no key changes anything', async ({
  page,
  site,
}) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}`, token: site.tokens.readOnly });
  await expect(property(page, 'Status')).toHaveAttribute('aria-disabled', 'true');
  await expect(property(page, 'Status')).toHaveAccessibleName(/tickets:write/);
  await expect(page.getByText(/tickets:write/).first()).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Shift+R');
  await page.keyboard.press('e');
  await expect(page.getByRole('status').filter({ hasText: /tickets:write/ })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('status').filter({ hasText: /tickets:write/ })).toBeVisible();
  await property(page, 'Priority').focus();
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(reply(page)).toHaveCount(0);
  await expect(page.getByRole('listbox')).toHaveCount(0);
  expect((await readTicket(site, id)).status).toBe('open');
});

test('GX-14: names that this version does not know are shown as they are sent', async ({ page, site, between }) => {
  const { id } = await makeTicket(site, { requester_name: null, requester_email: null });
  const Answer = z.object({ data: z.record(z.string(), z.unknown()) });
  between.tamper = ({ resource, answer }, response) => {
    if (resource !== 'ticket') return false;
    const { data } = Answer.parse(JSON.parse(answer.text));
    const [comment] = z.array(z.record(z.string(), z.unknown())).parse(data['comments']);
    const changed = {
      ...data,
      status: 'on_hold',
      priority: 'critical',
      channel: 'carrier_pigeon',
      mood: 'new',
      comments: [{ ...comment, author_kind: 'robot', visibility: 'secret' }],
      activity: [{ id: 1, kind: 'merged', actor: 'Robin', from: null, to: 'x', created_utc: '2026-11-20T10:00:00Z' }],
      links: [{ kind: 'invoice', id: '7', label: 'Invoice 7' }],
    };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ok: true, data: changed, more: 1 }));
    return true;
  };
  await signIn(page, { ...site, url: between.url }, { path: `/tickets/${id}` });
  await expect(property(page, 'Status')).toHaveAccessibleName('Status: on_hold');
  await expect(property(page, 'Priority')).toHaveAccessibleName('Priority: critical');
  await expect(page.getByText('carrier_pigeon').locator('visible=true').first()).toBeVisible();
  await expect(page.getByText('No name, email or phone')).toBeVisible();
  await expect(page.getByText('no email or phone, so')).toBeVisible();
  await expect(reply(page)).toBeVisible();
  await checkA11y(page);
  await page.getByRole('radio', { name: /^Links/ }).click();
  await expect(page.getByText('Invoice 7')).toBeVisible();
});

test(
  'GX-15: on a phone a ticket is read, changed and answered by touch, under a title of 300 characters in two directions',
  { tag: '@phone' },
  async ({ page, site }) => {
    const subject = `مرحبا 🚲 ${'Donaudampfschifffahrt'.repeat(14)}`.slice(0, 290);
    const { id, number } = await makeTicket(site, { subject, initial_comment: 'שלום עולם\n'.repeat(5) });
    // Beside a list, the next ticket would be shown.
    await signIn(page, site, { path: `/tickets/${id}` });
    await expect(page.getByRole('heading', { name: subject })).toBeVisible();
    await expect(page.getByRole('article').locator('p')).toHaveCSS('direction', 'rtl');
    await page.getByRole('button', { name: 'Properties' }).tap();
    const drawer = page.getByRole('dialog', { name: 'Properties' });
    await drawer.getByRole('button', { name: 'Priority: Normal' }).tap();
    await page.getByRole('option', { name: 'High' }).tap();
    await expect(drawer.getByRole('button', { name: 'Priority: High' })).toBeVisible();
    await checkA11y(page);
    await drawer.getByRole('button', { name: 'Close' }).tap();
    await expect.poll(() => widthTooMuch(page)).toBeLessThanOrEqual(0);

    await page.getByRole('button', { name: 'Internal note' }).tap();
    await expect(note(page)).toBeFocused();
    await note(page).fill('Von unterwegs');
    await checkA11y(page);
    await expect.poll(() => widthTooMuch(page)).toBeLessThanOrEqual(0);
    await button(page, 'Add and resolve').tap();
    // The message leaves the buttons free.
    const toast = page.getByText(`Note added, #${number} resolved`);
    await expect(toast).toBeVisible();
    await page.getByRole('tab', { name: /^Public reply/ }).tap();
    await reply(page).fill('And to the customer');
    await expect(toast).toBeVisible();
    await button(page, 'Send reply').tap();
    await expect.poll(() => answersOf(site, id)).toEqual(['Von unterwegs', 'And to the customer']);
    expect(await readTicket(site, id)).toMatchObject({ status: 'resolved', priority: 'high' });
  },
);
