import type { Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { holdCalls } from '#e2e/support/hold-calls.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answersOf, button, reply } from '#e2e/ticket/ticket-support.ts';
import { saveReply } from './copilot-support.ts';

const find = (page: Page) => page.getByRole('combobox', { name: 'Find a saved reply' });

test('CP-10: a slash finds a saved reply while typing, its fields are filled, and its use is counted once', async ({
  page,
  site,
}) => {
  await saveReply(site, 'Refund', 'Hello {{customer.name}}, about {{ticket.number}}: {{order.id}}. {{agent.name}}');
  await saveReply(site, 'Warranty', 'Two years.');
  const { id, number } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}`, token: site.tokens.agent });
  await expect(reply(page)).toBeVisible();
  // At a typist's pace: no letter is lost while the list loads.
  await page.keyboard.press('Shift+R');
  await page.keyboard.type('Hi! /ref');
  await page.keyboard.press('Enter');
  const text = `Hi! Hello Maren Lindqvist, about ${number}: {{order.id}}. Robin Tester`;
  await expect(reply(page)).toHaveValue(text);
  await expect(reply(page)).toBeFocused();
  await expect(page.getByText('{{order.id}} has no value. Replace it before you send.')).toBeVisible();
  await page.keyboard.type(' /');
  await expect(page.getByRole('option')).toHaveText([/^Refund/, /^Warranty/]);
  await checkA11y(page);
  await page.getByRole('option', { name: /Warranty/ }).click();
  await expect(reply(page)).toHaveValue(`${text} Two years.`);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => answersOf(site, id)).toEqual([`${text} Two years.`]);
  const rows = await site.query`select used_count from saved_reply where site_id = ${site.siteId} order by id`;
  expect(rows.map(({ used_count: n }) => Number(n))).toEqual([1, 1]);
});

test('CP-10: a slash that means a slash stays in the text, with all that was typed after it', async ({
  page,
  site,
}) => {
  await saveReply(site, 'Refund', 'Within 14 days.');
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await reply(page).focus();
  await page.keyboard.type('and/or https://example.org /usr/bin');
  await expect(find(page)).toHaveValue('usr/bin');
  await expect(page.getByText('No saved reply has these words.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(reply(page)).toHaveValue('and/or https://example.org /usr/bin');
  await page.keyboard.type(' / x /y');
  await page.keyboard.press('Escape');
  await expect(reply(page)).toHaveValue('and/or https://example.org /usr/bin / x /y');
  await expect(reply(page)).toBeFocused();
  await page.keyboard.type(' /');
  await page.keyboard.press('Backspace');
  await expect(find(page)).toHaveCount(0);
  await expect(reply(page)).toHaveValue('and/or https://example.org /usr/bin / x /y ');
});

test('CP-10: Enter that comes before the saved replies waits for them, and nothing is sent or lost', async ({
  page,
  site,
}) => {
  await saveReply(site, 'Refund', 'Within 14 days.');
  const { id } = await makeTicket(site);
  for (const [typed, text] of [
    ['/ref', 'Within 14 days.'],
    ['/nothing', '/nothing'],
  ] as const) {
    await signIn(page, site, { path: `/tickets/${id}` });
    const release = await holdCalls(page, /resource=saved_replies/);
    await reply(page).focus();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await expect(find(page)).toHaveValue(typed.slice(1));
    await expect(page.getByText('Loading saved replies')).toBeVisible();
    release();
    await expect(reply(page)).toHaveValue(text);
    await expect(reply(page)).toBeFocused();
    await reply(page).fill('');
  }
  await page.keyboard.type('Hi /ref');
  await page.keyboard.press('Control+Enter');
  await expect(reply(page)).toHaveValue('Hi /ref');
  await settled(page);
  expect(await answersOf(site, id)).toEqual([]);
});

test('CP-10: saved replies are made, found, changed and deleted', async ({ page, site, problems }) => {
  problems.allow(/status of 409/);
  await signIn(page, site, { path: '/settings/saved-replies?new=1&title=Where+is+my+order%3F' });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Where is my order?');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello ');
  await dialog.getByRole('button', { name: 'Insert {{customer.name}}' }).click();
  await page.keyboard.type(', it is on its way. {{order}}');
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(
    'Hello {{customer.name}}, it is on its way. {{order}}',
  );
  await expect(dialog).toContainText('There is no field {{order}}.');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Create saved reply' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/saved-replies$/);
  await expect(page.getByRole('rowheader')).toHaveText([/^Where is my order\?Hello \{\{customer\.name\}\}/]);
  await saveReply(site, 'Refund', 'Within 14 days.');
  await page.goto(`${site.url}/settings/saved-replies?q=DAYS`);
  await expect(page.getByRole('rowheader')).toHaveText([/^Refund/]);
  await page.getByRole('searchbox', { name: 'Find a saved reply' }).fill('nothing');
  await expect(page.getByText('No saved reply has the words nothing')).toBeVisible();
  await button(page, 'Clear search').last().click();
  await expect(page.getByRole('rowheader')).toHaveCount(2);

  await button(page, 'Actions for Refund').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await site.query`update saved_reply set title = 'Refunds', version = version + 1 where title = 'Refund' and site_id = ${site.siteId}`;
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Within 7 days.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Someone else changed this saved reply.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('rowheader', { name: /Refund\s*Within 7 days/ })).toBeVisible();
  await button(page, 'Actions for Refund').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(dialog).toContainText('It was never used.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
});

test('CP-10: a token that only reads sees saved replies and why it can’t change them', async ({ page, site }) => {
  await saveReply(site, 'Refund', 'Within 14 days.');
  await signIn(page, site, { path: '/settings/saved-replies?new=1', token: site.tokens.readOnly });
  await expect(page.getByRole('rowheader')).toHaveText([/^Refund/]);
  await expect(page.getByRole('button', { name: /^New saved reply/ })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('CP-10: with the API document alone there are no saved replies @document', async ({ page, site }) => {
  await signIn(page, site, { path: '/settings/saved-replies' });
  await expect(page.getByText('Not provided by this service')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Saved replies' })).toHaveCount(0);
});
