import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { changeElsewhere, reply, writeElsewhere } from './ticket-support.ts';

test.describe('a ticket', () => {
  test('IN-16: comments, activity and links, together and apart; text stays text, the requester can be mailed and called, and the link is copied', async ({
    page,
    context,
    site,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { id, number } = await makeTicket(site, {
      requester_phone: '+49 151 5550 1884',
      initial_comment: 'Hello,\nit jumps   since <b>yesterday</b>.',
    });
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
    const body = page.getByRole('article').first().locator('p');
    await expect(body).toHaveText('Hello,\nit jumps   since <b>yesterday</b>.', { useInnerText: true });
    await expect(body.locator('b')).toHaveCount(0);
    const properties = page.getByRole('complementary', { name: 'Properties' });
    const link = (name: string) => properties.getByRole('link', { name });
    await expect(link('maren@example.org')).toHaveAttribute('href', 'mailto:maren@example.org');
    await expect(link('+49 151 5550 1884')).toHaveAttribute('href', 'tel:+4915155501884');
    const times = properties.locator('time').filter({ hasText: /^\d{1,2} \w{3}, \d\d:\d\d$/ });
    await expect(times.first()).toBeVisible();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /^Copy link/ }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/tickets/${id}`);

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

    await page.setViewportSize({ width: 1180, height: 800 });
    await expect(properties).toHaveCount(0);
    await page.keyboard.press('i');
    const drawer = page.getByRole('dialog', { name: 'Properties' });
    await expect(drawer).toContainText('maren@example.org');
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
  });

  test(
    'IN-16: the same of a service that has only the document: no box to answer in',
    { tag: '@document' },
    async ({ page, site }) => {
      const { id } = await makeTicket(site, { status: 'resolved' });
      await signIn(page, site, { path: `/tickets/${id}` });
      await expect(page.getByRole('article', { name: 'Comment by Maren Lindqvist' })).toBeVisible();
      await expect(page.getByText('set status to Resolved')).toBeVisible();
      await settled(page);
      await expect(reply(page)).toHaveCount(0);
      await expect(page.getByRole('tab')).toHaveCount(0);
      // The document has no assignee to show.
      const properties = page.getByRole('complementary', { name: 'Properties' });
      await expect(properties).toContainText('Priority');
      await expect(properties).not.toContainText('Assignee');
      await page.getByRole('radio', { name: 'Links 1' }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'Customer' })).toBeVisible();
    },
  );

  test('a ticket that is not there says so under a heading and leads back', async ({ page, site, problems }) => {
    problems.allow(/status of 404/);
    await signIn(page, site, { path: '/tickets/9007199254740993' });
    await expect(page.getByText('No ticket with ID 9007199254740993')).toBeVisible();
    await expect(page.getByText('It may belong to another site.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ticket');
    await checkA11y(page);
    await page.getByRole('button', { name: 'Back to inbox' }).click();
    await expect(page).toHaveURL(/\/inbox$/);
  });
});
