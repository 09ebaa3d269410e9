import * as z from 'zod/mini';
import { row } from '#e2e/inbox/inbox-support.ts';
import { makeTicket, makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  changeElsewhere,
  detail,
  head,
  heading,
  reply,
  statusesOf,
  widthTooMuch,
  writeElsewhere,
} from './ticket-support.ts';

test.describe('a ticket', () => {
  test('IN-16: comments, activity and links, together and apart', async ({ page, site }) => {
    const { id, number } = await makeTicket(site);
    await changeElsewhere(site, id, { priority: 'urgent', assignee_agent_id: site.agentId });
    await changeElsewhere(site, id, { status: 'pending' });
    await writeElsewhere(site, id, 'Third one this week', 'internal');
    await writeElsewhere(site, id, 'Please send a picture.');
    await signIn(page, site, { path: `/tickets/${id}` });
    await expect(page.getByText(`#${number}`)).toBeVisible();
    await expect(page).toHaveTitle(`#${number} Chain jumps on the third gear · Support Console`);
    await expect(page.getByRole('heading', { level: 1, name: 'Chain jumps on the third gear' })).toBeVisible();
    await expect(page.getByText('Ticket created from Email')).toBeVisible();
    await expect(page.getByText('Robin Tester set priority to Urgent, took it, set status to Pending')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(3);
    await expect(page.getByRole('article', { name: 'Internal note by Robin Tester' })).toContainText('internal note');
    await checkA11y(page);

    await page.getByRole('radio', { name: 'Comments 3' }).click();
    await expect(page).toHaveURL(/tab=comments$/);
    await expect(page.getByText('Ticket created from')).toHaveCount(0);
    await page.getByRole('radio', { name: /^Activity/ }).click();
    await expect(page.getByRole('article')).toHaveCount(0);
    await expect(page.getByText('Ticket created from Email')).toBeVisible();
    await page.getByRole('radio', { name: 'Links 1' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Customer' })).toContainText('Maren Lindqvist');
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Links 1' })).toBeChecked();
  });

  test(
    'IN-16: the same of a service that has only the document: no box to answer in, and what it does not send is said to be missing',
    { tag: '@document' },
    async ({ page, site, between }) => {
      const { id } = await makeTicket(site, { status: 'resolved' });
      await signIn(page, { ...site, url: between.url }, { path: `/tickets/${id}` });
      await expect(page.getByRole('article', { name: 'Comment by Maren Lindqvist' })).toBeVisible();
      await expect(page.getByText('set status to Resolved')).toBeVisible();
      await settled(page);
      await expect(reply(page)).toHaveCount(0);
      await expect(page.getByRole('tab')).toHaveCount(0);
      await page.getByRole('radio', { name: 'Links 1' }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'Customer' })).toBeVisible();

      between.tamper = ({ resource, answer }, response) => {
        if (resource !== 'ticket') return false;
        const { data } = z.object({ data: z.record(z.string(), z.unknown()) }).parse(JSON.parse(answer.text));
        const { comments: _c, links: _l, assignee_agent_id: _a, assignee_name: _n, ...rest } = data;
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, data: rest }));
        return true;
      };
      await signIn(page, { ...site, url: between.url }, { path: `/tickets/${id}` });
      await expect(page.getByText('This service doesn’t provide comments.')).toBeVisible();
      await expect(page.getByText('Ticket created from Email')).toBeVisible();
      await expect(page.getByText('Not provided by this service', { exact: true })).toBeVisible();
      await page.getByRole('radio', { name: 'Links' }).click();
      await expect(page.getByText('This service doesn’t provide links.')).toBeVisible();
    },
  );

  test('text stays text, the requester can be mailed and called, facts are absolute times, below 1280 px behind I', async ({
    page,
    site,
  }) => {
    const { id } = await makeTicket(site, {
      requester_phone: '+49 151 5550 1884',
      initial_comment: 'Hello,\nit jumps   since <b>yesterday</b>.',
    });
    await signIn(page, site, { path: `/inbox?ticket=${id}` });
    const body = page.getByRole('article').locator('p');
    await expect(body).toHaveText('Hello,\nit jumps   since <b>yesterday</b>.', { useInnerText: true });
    await expect(body.locator('b')).toHaveCount(0);

    const properties = page.getByRole('complementary', { name: 'Properties' });
    const link = (name: string) => properties.getByRole('link', { name });
    await expect(link('maren@example.org')).toHaveAttribute('href', 'mailto:maren@example.org');
    await expect(link('+49 151 5550 1884')).toHaveAttribute('href', 'tel:+4915155501884');
    await expect(properties.locator('time').first()).toHaveText(/^\d{1,2} \w{3}, \d\d:\d\d$/);
    await expect(properties).toContainText('ResolvedNot yet');

    await page.setViewportSize({ width: 1180, height: 800 });
    await expect(properties).toHaveCount(0);
    await page.keyboard.press('i');
    const drawer = page.getByRole('dialog', { name: 'Properties' });
    await expect(drawer).toContainText('maren@example.org');
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
  });

  test('a ticket that is not there, or that cannot be, says so under a heading and leads back', async ({
    page,
    site,
    problems,
  }) => {
    problems.allow(/status of 404/);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { searchParams } = new URL(request.url());
      if (searchParams.get('resource') === 'ticket') asked.push(searchParams.get('id') ?? '');
    });
    await signIn(page, site, { path: '/tickets/9007199254740993' });
    await expect(page.getByText('No ticket with ID 9007199254740993')).toBeVisible();
    await expect(page.getByText('It may belong to another site.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ticket');
    await checkA11y(page);
    await page.getByRole('button', { name: 'Back to inbox' }).click();
    await expect(page).toHaveURL(/\/inbox$/);

    asked.length = 0;
    for (const id of ['0', 'abc', '9223372036854775808', '%00']) {
      await page.goto(`${site.url}/tickets/${id}`);
      await expect(page.getByText('This is not a ticket ID')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Back to inbox' })).toBeVisible();
      await settled(page);
      expect(asked).toEqual([]);
    }
  });

  test('next and previous walk through the filtered list to its ends; Close in the menu shows the next ticket', async ({
    page,
    site,
  }) => {
    const made = await makeTickets(site, [
      { subject: 'Alpha', status: 'pending' },
      { subject: 'Not in the list' },
      { subject: 'Beta', status: 'pending' },
    ]);
    await signIn(page, site, { path: '/inbox?status=pending&order_by=created&dir=asc' });
    await expect(row(page, 1)).toBeVisible();
    await row(page, 0).click();
    const step = (name: RegExp) => detail(page).getByRole('button', { name });
    const [previous, next] = [step(/^Previous ticket/), step(/^Next ticket/)];
    await expect(heading(page, 'Alpha')).toBeVisible();
    await expect(detail(page)).toContainText('1 of 2');
    await expect(previous).toHaveAttribute('aria-disabled', 'true');
    await next.click();
    await expect(page).toHaveURL(new RegExp(`ticket=${made[2]?.id}\\b`));
    await expect(heading(page, 'Beta')).toBeVisible();
    await expect(detail(page)).toContainText('2 of 2');
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await expect(next).toBeFocused();
    await previous.click();
    await expect(heading(page, 'Alpha')).toBeVisible();

    await head(page).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /^Close/ }).click();
    await expect(heading(page, 'Beta')).toBeVisible();
    await expect.poll(() => statusesOf(site, made)).toEqual(['closed', 'open', 'pending']);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => statusesOf(site, made)).toEqual(['pending', 'open', 'pending']);
  });

  test('its link is copied and opens the same ticket', async ({ page, context, site }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { id } = await makeTicket(site, { subject: 'To be shared' });
    await signIn(page, site, { path: `/inbox?ticket=${id}` });
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = `${site.url}/tickets/${id}`;
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'To be shared' })).toBeVisible();
  });

  test('300 characters, right-to-left text and emoji find room, and no line is longer than 680 px on a very wide screen', async ({
    page,
    site,
  }) => {
    const subject = `مرحبا 🚲 ${'Donaudampfschifffahrt'.repeat(14)}`.slice(0, 290);
    const { id } = await makeTicket(site, {
      ...{ subject, requester_name: null, initial_comment: 'שלום עולם '.repeat(200) },
    });
    await signIn(page, site, { path: `/inbox?ticket=${id}` });
    await expect(page.getByRole('heading', { name: subject })).toBeVisible();
    const text = page.getByRole('article').locator('p');
    await expect(text).toHaveCSS('direction', 'rtl');
    const width = async () => (await page.getByRole('article').boundingBox())?.width;
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
      { width: 2560, height: 1440 },
    ]) {
      await page.setViewportSize(size);
      await expect(text).toBeVisible();
      await expect.poll(() => widthTooMuch(page)).toBeLessThanOrEqual(0);
      await expect.poll(width).toBeLessThanOrEqual(680);
    }
  });
});
