import * as z from 'zod/mini';
import { firstIds, listTickets, param, row } from '#e2e/inbox/inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import type { TestService } from '#e2e/support/service.ts';
import { expect, test as base } from '#e2e/support/test.ts';
import { startTamperingProxy, type TamperingProxy } from '#e2e/support/tampering-proxy.ts';

const test = base.extend<{ between: TamperingProxy }>({
  between: async ({ service }, use) => {
    const proxy = await startTamperingProxy(service.url);
    await use(proxy);
    await proxy.close();
  },
});

const Made = z.object({ data: z.object({ id: z.number(), ticket_number: z.number() }) });

/** A ticket with a message, an internal note, a reply and some changes. */
async function makeTicket(service: TestService, body: Readonly<Record<string, unknown>> = {}) {
  const made = await service.call('POST', 'tickets', {
    body: {
      subject: 'Chain jumps on the third gear',
      channel: 'email',
      requester_name: 'Maren Lindqvist',
      requester_email: 'maren@example.org',
      requester_phone: '+49 151 5550 1884',
      initial_comment: 'Hello,\nit jumps   since <b>yesterday</b>.',
      ...body,
    },
  });
  return Made.parse(made.json).data;
}

test.describe('a ticket', () => {
  test('IN-16: comments, activity and links, together and apart', async ({ page, service }) => {
    const { id, ticket_number: number } = await makeTicket(service);
    const token = service.tokens.agent;
    await service.call('PATCH', 'ticket', {
      token,
      body: { id, priority: 'urgent', assignee_agent_id: service.agentId },
    });
    await service.call('PATCH', 'ticket', { token, body: { id, status: 'pending' } });
    await service.call('POST', 'ticket_comments', {
      token,
      body: { ticket_id: id, body: 'Third one this week', visibility: 'internal' },
    });
    await service.call('POST', 'ticket_comments', { token, body: { ticket_id: id, body: 'Please send a picture.' } });
    await signIn(page, service, { path: `/tickets/${id}` });
    await expect(page.getByText(`#${number}`)).toBeVisible();
    await expect(page).toHaveTitle(`#${number} Chain jumps on the third gear · Support Console`);
    await expect(page.getByRole('heading', { level: 1, name: 'Chain jumps on the third gear' })).toBeVisible();
    await expect(page.getByText('Ticket created from Email')).toBeVisible();
    await expect(
      page.getByText('Robin set priority to Urgent, assigned Robin Tester, set status to Pending'),
    ).toBeVisible();
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

  test('IN-16: the same of a service that has only the document', { tag: '@document' }, async ({ page, service }) => {
    const { id } = await makeTicket(service);
    await service.call('PATCH', 'ticket', { body: { id, status: 'resolved' } });
    await signIn(page, service, { path: `/tickets/${id}` });
    await expect(page.getByRole('article', { name: 'Comment by Maren Lindqvist' })).toBeVisible();
    await expect(page.getByText('set status to Resolved')).toBeVisible();
    await page.getByRole('radio', { name: 'Links 1' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Customer' })).toBeVisible();
  });

  test(
    'parts that a service does not send are said to be missing',
    { tag: ['@desktop', '@document'] },
    async ({ page, service, between }) => {
      const { id } = await makeTicket(service);
      between.tamper = ({ resource, answer }, response) => {
        if (resource !== 'ticket') return false;
        const { data } = z.object({ data: z.record(z.string(), z.unknown()) }).parse(JSON.parse(answer.text));
        const { comments: _c, links: _l, assignee_agent_id: _a, assignee_name: _n, ...rest } = data;
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, data: rest }));
        return true;
      };
      await signIn(page, { ...service, url: between.url }, { path: `/tickets/${id}` });
      await expect(page.getByText('Comments are not provided by this service.')).toBeVisible();
      await expect(page.getByText('Ticket created from Email')).toBeVisible();
      await expect(page.getByText('Not provided by this service', { exact: true })).toBeVisible();
      await page.getByRole('radio', { name: 'Links' }).click();
      await expect(page.getByText('Links are not provided by this service.')).toBeVisible();
    },
  );

  test('text stays text, with its line breaks', async ({ page, service }) => {
    const { id } = await makeTicket(service);
    await signIn(page, service, { path: `/tickets/${id}` });
    const body = page.getByRole('article').locator('p');
    await expect(body).toHaveText('Hello,\nit jumps   since <b>yesterday</b>.', { useInnerText: true });
    await expect(body.locator('b')).toHaveCount(0);
  });

  test('the requester can be mailed and called; facts are absolute times', async ({ page, service }) => {
    const { id } = await makeTicket(service);
    await signIn(page, service, { path: `/tickets/${id}` });
    const properties = page.getByRole('complementary', { name: 'Properties' });
    await expect(properties.getByRole('link', { name: 'maren@example.org' })).toHaveAttribute(
      'href',
      'mailto:maren@example.org',
    );
    await expect(properties.getByRole('link', { name: '+49 151 5550 1884' })).toHaveAttribute(
      'href',
      'tel:+4915155501884',
    );
    await expect(properties.locator('time').first()).toHaveText(/^\d{1,2}\s\w{3}\s\d{4}, \d\d:\d\d\sUTC$/);
    await expect(properties).toContainText('ResolvedNot yet');
  });

  test(
    'a ticket that is not there says so and leads back',
    { tag: ['@desktop', '@document'] },
    async ({ page, service, problems }) => {
      problems.allow(/status of 404/);
      await signIn(page, service, { path: '/tickets/9007199254740993' });
      await expect(page.getByText('No ticket with id 9007199254740993')).toBeVisible();
      await expect(page.getByText('It may belong to another site.')).toBeVisible();
      await checkA11y(page);
      await page.getByRole('button', { name: 'Back to inbox' }).click();
      await expect(page).toHaveURL(/\/inbox$/);
    },
  );

  for (const id of ['0', 'abc', '9223372036854775808', '%00']) {
    test(`the address /tickets/${id} is no ticket and asks nobody`, async ({ page, service }) => {
      const asked: string[] = [];
      page.on('request', (request) => request.url().includes('resource=ticket&') && asked.push(request.url()));
      await signIn(page, service, { path: `/tickets/${id}` });
      await expect(page.getByText('This is not a ticket id')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Back to inbox' })).toBeVisible();
      expect(asked).toEqual([]);
    });
  }

  test('next and previous walk through the filtered list, and the ends are ends', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?status=pending' });
    await expect(row(page, 0)).toBeVisible();
    const { items } = await listTickets(service, { status: 'pending', order_by: 'waiting', limit: '3' });
    const [first] = await firstIds(page, 1);
    expect(first).toBe(String(items[0]?.id));
    await row(page, 0).click();
    const detail = page.getByRole('region', { name: 'Ticket', exact: true });
    await expect(detail.getByRole('button', { name: /^Previous ticket/ })).toHaveAttribute('aria-disabled', 'true');
    await detail.getByRole('button', { name: 'Next ticket' }).click();
    await expect.poll(() => param(page, 'ticket')).toBe(String(items[1]?.id));
    await expect(detail).toContainText(/2 of \d+/);
    await expect(detail.getByRole('button', { name: 'Next ticket' })).toBeFocused();
  });

  test('its link is copied and opens the same ticket', async ({ page, context, service }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { id } = await makeTicket(service, { subject: 'To be shared' });
    await signIn(page, service, { path: `/inbox?ticket=${id}` });
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${service.url}/tickets/${id}`);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'To be shared' })).toBeVisible();
  });

  test('below 1280 px the properties are a drawer behind I', async ({ page, service }) => {
    await page.setViewportSize({ width: 1180, height: 800 });
    const { id } = await makeTicket(service);
    await signIn(page, service, { path: `/inbox?ticket=${id}` });
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Properties' })).toHaveCount(0);
    await page.keyboard.press('i');
    const drawer = page.getByRole('dialog', { name: 'Properties' });
    await expect(drawer).toContainText('maren@example.org');
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
  });

  test(
    '300 characters, right-to-left text and emoji find room',
    { tag: ['@desktop', '@phone'] },
    async ({ page, service }) => {
      const subject = `مرحبا 🚲 ${'Donaudampfschifffahrt'.repeat(14)}`.slice(0, 290);
      const { id } = await makeTicket(service, {
        subject,
        requester_name: null,
        initial_comment: 'שלום עולם\n'.repeat(5),
      });
      await signIn(page, service, { path: `/inbox?ticket=${id}` });
      await expect(page.getByRole('heading', { name: subject })).toBeVisible();
      await expect(page.getByRole('article').locator('p')).toHaveCSS('direction', 'rtl');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    },
  );
});
