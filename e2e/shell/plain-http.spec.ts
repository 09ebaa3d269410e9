import { makeTicket } from '#e2e/support/builders.ts';
import { openByName } from '#e2e/support/named-address.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { createButton, drawer, openForm, readSubjects } from '#e2e/ticket/new-ticket-support.ts';
import { answersOf, button, reply } from '#e2e/ticket/ticket-support.ts';

// Browsers lack some functions on insecure origins. The proxy with names needs a context of its own.
test('on plain http with a host name a reply goes out, a copied link can be pasted, and a ticket is made', async ({
  browser,
  adopt,
  site,
  problems,
}) => {
  problems.allow(/Cross-Origin-Opener-Policy|Origin-Agent-Cluster/);
  const { id } = await makeTicket(site);
  const { url, context, close } = await openByName(browser, site.url);
  try {
    await adopt(context);
    const page = await context.newPage();
    const named = { ...site, url };
    await signIn(page, named, { path: `/inbox?ticket=${id}` });
    const has = () => page.evaluate(() => [isSecureContext, 'clipboard' in navigator]);
    await expect.poll(has).toEqual([false, false]);
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: /^Copy link/ }).click();
    await expect(page.getByRole('status').filter({ hasText: /^Link copied$/ })).toBeAttached();
    await reply(page).fill('See ');
    await reply(page).press('End');
    await page.keyboard.press('Control+v');
    await expect(reply(page)).toHaveValue(`See ${url}/tickets/${id}`);
    await button(page, 'Send reply').click();
    await expect(page.getByRole('article')).toHaveCount(2);
    expect(await answersOf(site, id)).toEqual([`See ${url}/tickets/${id}`]);

    await openForm(page);
    await drawer(page).getByLabel('Subject').fill('By name');
    await createButton(page).click();
    await expect(page.getByRole('heading', { name: 'By name' }).first()).toBeVisible();
    expect(await readSubjects(site)).toContain('By name');
  } finally {
    await close();
  }
});
