import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { Site } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { TestClock } from '#e2e/support/test-clock.ts';
import { addFilter, expectParam, expectTotal, grid, row } from './inbox-support.ts';

const MINUTE_MS = 60_000;
const Settings = z.object({
  data: z.object({ version: z.number(), values: z.object({ reply_target_minutes: z.optional(z.number()) }) }),
});
const Tickets = z.object({ items: z.array(z.object({ id: z.number() })) });

async function readSettings(site: Site) {
  return Settings.parse((await site.call('GET', 'site_settings')).json).data;
}

async function saveTarget(site: Site, minutes: number): Promise<void> {
  const { version } = await readSettings(site);
  const body = { version, values: { reply_target_minutes: minutes } };
  expect((await site.call('PATCH', 'site_settings', { body })).status).toBe(200);
}

/** A target of two hours without business hours, and tickets of 180, 90 and 30 minutes ago. */
async function makeDesk(site: Site, clock: TestClock): Promise<void> {
  await site.call('PATCH', 'business_calendar', { body: { week: [], flag_on: false } });
  await saveTarget(site, 120);
  for (const [ago, subject] of [
    [180, 'Fork creaks'],
    [90, 'Wheel wobbles'],
    [30, 'Bell is mute'],
  ] as const) {
    await clock.as(new Date(clock.now().getTime() - ago * MINUTE_MS), () => makeTicket(site, { subject }));
  }
}

const rowOf = (page: Page, subject: string): Locator => grid(page).getByRole('row').filter({ hasText: subject });
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Reply target' });
const field = (page: Page): Locator => dialog(page).getByLabel('Minutes until a reply is due');

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Display options' }).click();
  await page.getByRole('menuitem', { name: 'Reply target…' }).click();
  await expect(field(page)).toBeFocused();
}

test.describe('when replies are due', () => {
  test('IN-35: tickets that await a reply say when it is due, soon in amber, overdue in red, the soonest first; the overdue alone; answered and resolved ones don’t', async ({
    page,
    site,
    clock,
  }) => {
    await makeDesk(site, clock);
    await signIn(page, site);
    const overdue = rowOf(page, 'Fork creaks').getByText(/^overdue 1h 0\dm$/);
    await expect(overdue).toHaveClass(/text-danger-text/);
    await expect(rowOf(page, 'Wheel wobbles').getByText(/^due (\w{3} )?\d\d:\d\d$/)).toHaveClass(/text-warn-text/);
    await expect(rowOf(page, 'Bell is mute').getByText(/^due (\w{3} )?\d\d:\d\d$/)).toHaveClass(/text-ink-3/);
    await expect(overdue).toHaveAttribute('title', /^Reply due .*, \d\d:\d\d UTC$/);
    await checkA11y(page);
    await rowOf(page, 'Fork creaks').click();
    const head = page.getByRole('region', { name: 'Ticket', exact: true });
    await expect(head.getByText(/^overdue 1h 0\dm$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Order/ }).click();
    await page.getByRole('menuitemradio', { name: 'Due first', exact: true }).click();
    await expectParam(page, 'order_by', 'due');
    for (const [index, subject] of ['Fork creaks', 'Wheel wobbles', 'Bell is mute'].entries()) {
      await expect(row(page, index)).toContainText(subject);
    }
    await addFilter(page, 'Reply overdue', 'Yes');
    await expectTotal(page, 1);
    await page.getByRole('button', { name: 'Remove filter Reply overdue Yes' }).click();
    await expectTotal(page, 3);
    // An answered ticket has no mark, whatever it waited for.
    const { items } = Tickets.parse((await site.call('GET', 'tickets', { query: { q: 'Wheel' } })).json);
    const comment = { ticket_id: items[0]?.id, body: 'Tighten the spokes.' };
    expect((await site.call('POST', 'ticket_comments', { token: site.tokens.agent, body: comment })).status).toBe(200);
    await page.keyboard.press('r');
    await expect(rowOf(page, 'Wheel wobbles')).toContainText('Replied after');
    await expect(rowOf(page, 'Wheel wobbles').getByText(/^(?:over)?due /)).toHaveCount(0);
    await rowOf(page, 'Fork creaks').focus();
    await page.keyboard.press('e');
    await expect(overdue).toHaveCount(0);
  });

  test('IN-35: an admin sets the target by keyboard, undoes it, and decides about a change of someone else', async ({
    page,
    site,
    clock,
    problems,
  }) => {
    problems.allow(/status of 409 .*site_settings/);
    await makeDesk(site, clock);
    await signIn(page, site);
    await openDialog(page);
    await expect(field(page)).toHaveValue('120');
    await expect(dialog(page)).toContainText('2 h');
    await checkA11y(page);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveAccessibleDescription(/Enter a whole number from 1 to 43,200/);
    await field(page).fill('60');
    await expect(dialog(page)).toContainText('1 h');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Reply target is now 1 h.')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    expect((await readSettings(site)).values.reply_target_minutes).toBe(60);
    await expect(rowOf(page, 'Wheel wobbles').getByText(/^overdue 3\dm$/)).toHaveClass(/text-danger-text/);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await readSettings(site)).values.reply_target_minutes).toBe(120);

    await openDialog(page);
    await field(page).fill('');
    await saveTarget(site, 90);
    await dialog(page).getByRole('button', { name: 'Save target' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText(/set the reply target to 1 h 30 min meanwhile/);
    await settled(page);
    // Neither a second press nor Enter overwrites it.
    await expect(dialog(page).getByRole('button', { name: 'Save target' })).toHaveAttribute('aria-disabled', 'true');
    await field(page).press('Enter');
    expect((await readSettings(site)).values.reply_target_minutes).toBe(90);
    await dialog(page).getByRole('button', { name: 'Save mine anyway' }).click();
    await expect(dialog(page)).toHaveCount(0);
    expect((await readSettings(site)).values.reply_target_minutes).toBeUndefined();
    await expect(grid(page).getByText(/^(?:over)?due /)).toHaveCount(0);
  });
});
