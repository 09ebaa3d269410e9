import { makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { fact, makeSession, makeVisitor, PAGE, panel, rowOf, track } from './visitors-support.ts';

const HOSTILE = [
  'a/b/../c',
  'what?x=1&y=2',
  'here#there',
  '..',
  '.',
  '~tilde',
  '100%',
  '%2F',
  'a b  c',
  'user.42.html',
  '🚲 👩‍🔧',
  '\\back\\slash',
  '<img src=x onerror=alert(1)>',
  '+49 151',
  'two\nlines',
] as const;
/** Keys whose address the service could take for a file or a folder. */
const FROM_SERVICE: ReadonlySet<string> = new Set(['a/b/../c', '..', '%2F', 'user.42.html']);

test('VE-01: a visitor opens under any key, from the list and by its address', async ({ page, site }) => {
  for (const [index, key] of HOSTILE.entries()) await makeVisitor(site, key, { display_name: `Number ${index}` });
  await signIn(page, site, { path: PAGE });
  for (const [index, key] of HOSTILE.entries()) {
    await page.getByRole('link', { name: `Number ${index}`, exact: true }).click();
    await expect(fact(page, 'Name')).toHaveText(`Number ${index}`);
    await expect(fact(page, 'Key').locator('code')).toHaveText(key, { useInnerText: true });
    if (FROM_SERVICE.has(key)) {
      await page.reload();
      await expect(fact(page, 'Name'), key).toHaveText(`Number ${index}`);
    }
    await page.goBack();
  }
  await expect(page.getByRole('link', { name: 'Number 0', exact: true })).toBeVisible();
});

test('VE-01: the newest 200 events of a visitor are shown by day, values as text, and what is long is cut until it is asked for', async ({
  page,
  site,
}) => {
  const xss = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';
  const long = `${'x'.repeat(300)}END`;
  await makeVisitor(site, 'v_1', {
    attributes: { plan: 'pro', [xss]: xss, nothing: null, yes: true, seats: 3 },
  });
  for (let n = 1; n <= 200; n += 1) await track(site, 'v_1', `Event ${n}`);
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`name ${n}`, n]));
  await track(site, 'v_1', xss, { properties: { long } });
  await track(site, 'v_1', 'Many', { properties: many });
  await makeSession(site, 'chat.7', 'v_1');
  await signIn(page, site, { path: `${PAGE}/v_1` });
  const events = panel(page, 'Events');
  await expect(events).toContainText('Newest 200 of 202');
  await expect(events.getByRole('listitem')).toHaveCount(200);
  await expect(events.getByRole('listitem').first()).toContainText('Many');
  await expect(events.getByText('name 7')).toBeVisible();
  await expect(events.getByText('name 19')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all Many' }).click();
  await expect(events.getByText('name 19')).toBeVisible();
  await expect(events.getByText(xss).first()).toBeVisible();
  await expect(events).not.toContainText('END');
  const whole = events.getByRole('button', { name: `Show all ${xss}` });
  await whole.focus();
  await page.keyboard.press('Enter');
  await expect(events).toContainText(long);
  for (const text of ['planpro', `${xss}${xss}`, 'nothingempty', 'yestrue', 'seats3'])
    await expect(panel(page, 'Attributes')).toContainText(text);
  await checkA11y(page);
  const session = panel(page, 'Conversations').getByRole('listitem');
  await expect(session).toContainText(/Open, Web.*1 message/);
  await expect(session.getByRole('link')).toHaveAttribute('href', '/conversations/session/chat.7');
});

test('VE-02, VE-04: an edited visitor is linked to the customer of the email, and Ctrl Z takes that back', async ({
  page,
  site,
}) => {
  const customer = await makeCustomer(site, 'Ada Berg');
  await makeVisitor(site, 'v_ada', { display_name: 'A. Berg' });
  await signIn(page, site, { path: `${PAGE}/v_ada` });
  await expect(fact(page, 'Customer')).toHaveText('Not linked. Add the email or phone of a customer to link them.');
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit visitor' });
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await form.getByRole('textbox', { name: 'Email' }).fill('no address');
  await page.keyboard.press('Enter');
  await expect(form).toContainText('Enter an email address.');
  await checkA11y(page);
  await form.getByRole('textbox', { name: 'Email' }).fill(` ${customer.email} `);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Saved and linked to customer ${customer.id}`)).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(fact(page, 'Customer').getByRole('link')).toHaveText('Ada Berg');
  await expect(fact(page, 'Name')).toHaveText('A. Berg');
  await page.keyboard.press('Control+z');
  await expect(fact(page, 'Customer')).toContainText('Not linked.');
  await expect(fact(page, 'Email')).toHaveText('–');
});

test('VE-02: a visitor is erased after the key was typed, with events and conversations; the list no longer has it', async ({
  page,
  site,
}) => {
  await makeVisitor(site, 'v_gone');
  await makeVisitor(site, 'v_stays');
  for (const event of ['One', 'Two']) await track(site, 'v_gone', event);
  await makeSession(site, 'chat-1', 'v_gone');
  await makeSession(site, 'chat-2', 'v_stays');
  await signIn(page, site, { path: PAGE });
  await rowOf(page, 'v_gone').getByRole('link', { name: 'v_gone' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Erase visitor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase v_gone' });
  await expect(dialog).toContainText(/2 events.*1 conversation with the AI/s);
  const submit = dialog.getByRole('button', { name: 'Erase for good' });
  await expect(submit).toHaveAccessibleDescription('Type the key first.');
  await checkA11y(page);
  const field = dialog.getByRole('textbox', { name: 'Type the key to confirm' });
  await field.fill('v_goon');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('This is not the key.');
  await field.fill('v_gone');
  await submit.dblclick();
  await expect(page.getByText('Visitor erased, with 2 events and 1 conversation with the AI.')).toBeVisible();
  await expect(page).toHaveURL(/\/customers\/visitors$/);
  await expect(rowOf(page, /./)).toHaveText([/v_stays/]);
  const left = await site.query`
    select (select count(*)::int from visitor where site_id = ${site.siteId}) as visitors,
      (select count(*)::int from visitor_event where site_id = ${site.siteId}) as events,
      (select count(*)::int from chat_session where site_id = ${site.siteId}) as sessions`;
  expect(left).toEqual([{ visitors: 1, events: 0, sessions: 1 }]);
});

test('VE-02: chats under a key without a visitor are shown and erased too', async ({ page, site, problems }) => {
  problems.allow(/status of 404/);
  await makeSession(site, 'chat-9', 'v_chat');
  await signIn(page, site, { path: `${PAGE}/v_chat` });
  await expect(page.getByText('No visitor has this key')).toBeVisible();
  await expect(panel(page, 'Conversations').getByRole('listitem')).toHaveCount(1);
  await checkA11y(page);
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Erase visitor' }).click();
  await page.getByRole('textbox', { name: 'Type the key to confirm' }).fill('v_chat');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Visitor erased, with 0 events and 1 conversation with the AI.')).toBeVisible();
});

test('VE-02: a token that only reads sees why it can neither edit nor erase', async ({ page, site }) => {
  await makeVisitor(site, 'v_1');
  await signIn(page, site, { path: `${PAGE}/v_1`, token: site.tokens.readOnly });
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveAccessibleDescription(/visitors:write/);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'Erase visitor' })).toHaveAttribute('aria-disabled', 'true');
  await checkA11y(page);
});
