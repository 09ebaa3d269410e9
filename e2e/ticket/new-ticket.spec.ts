import { grid } from '#e2e/inbox/inbox-support.ts';
import {
  createButton,
  drawer,
  keyIsHeard,
  onCreate,
  openForm,
  openFormByKey,
  readOnlyOne,
  readSubjects,
} from './new-ticket-support.ts';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

test('IN-19: every field of the document, by the keyboard alone, and the new ticket opens', async ({
  page,
  site,
  problems,
}) => {
  // The address is unknown, so the look-up answers 404.
  problems.allow(/404/);
  await signIn(page, site, { path: '/inbox' });
  await openFormByKey(page);
  const next = () => page.keyboard.press('Tab');
  await page.keyboard.type('Café brakes 🚲');
  await next();
  await page.keyboard.type('Phone');
  await next();
  await page.keyboard.type('Urgent');
  await next();
  await page.keyboard.type(' nils.new@mail.example ');
  await next();
  await page.keyboard.type('Nils Åkerman');
  await next();
  await page.keyboard.type('+46 70 123 45 67');
  await next();
  await page.keyboard.type('Hello,');
  await page.keyboard.press('Enter');
  await page.keyboard.type('they squeal.');
  await next();
  await page.keyboard.type('brakes,german');
  await page.keyboard.press('Enter');
  await page.keyboard.type('still written');
  await expect(drawer(page).getByRole('button', { name: 'Remove german' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(drawer(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Café brakes 🚲' }).first()).toBeVisible();

  const { id, ...ticket } = await readOnlyOne(site);
  await expect(page).toHaveURL(new RegExp(`ticket=${id}\\b`));
  expect(ticket).toEqual({
    subject: 'Café brakes 🚲',
    channel: 'phone',
    priority: 'urgent',
    status: 'open',
    requester_name: 'Nils Åkerman',
    requester_email: 'nils.new@mail.example',
    requester_phone: '+46 70 123 45 67',
    required_skills: ['brakes', 'german', 'still written'],
    comments: [{ body: 'Hello,\nthey squeal.', author_kind: 'customer' }],
  });
});

test(
  'IN-19: on a service that has only the document a subject is enough, and a double click creates one ticket',
  { tag: '@document' },
  async ({ page, site }) => {
    await signIn(page, site, { path: '/settings/appearance' });
    await openFormByKey(page);
    await drawer(page).getByLabel('Subject').fill('Only a subject');
    await createButton(page).dblclick();
    await expect(page).toHaveURL(/\/tickets\/\d+$/);
    await expect(page.getByRole('heading', { name: 'Only a subject' }).first()).toBeVisible();
    await settled(page);
    expect(await readOnlyOne(site)).toMatchObject({
      subject: 'Only a subject',
      channel: 'web',
      priority: 'normal',
      requester_name: null,
      required_skills: [],
      comments: [],
    });
  },
);

test('each error is at its field, several also in a summary with links, and so are refusals of the service', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/400/);
  await signIn(page, site, { path: '/inbox' });
  await openForm(page);
  const subject = drawer(page).getByLabel('Subject');
  const email = drawer(page).getByLabel('Email');
  await createButton(page).click();
  await expect(subject).toBeFocused();
  await expect(subject).toHaveAccessibleDescription(/Subject can’t be empty\./);
  await email.fill('nobody');
  await subject.fill('   ');
  await createButton(page).click();
  const summary = drawer(page).getByRole('group', { name: '2 fields need correcting' });
  await expect(summary).toBeFocused();
  await checkA11y(page);
  await summary.getByRole('button', { name: /^Email/ }).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await email.fill('');
  await expect(summary).toBeHidden();

  // Characters are counted as the API counts them: an emoji is one.
  await subject.fill(`${'x'.repeat(299)}🚲`);
  await expect(drawer(page).getByText('300 of 300 characters')).toBeVisible();
  await expect(subject).not.toHaveAttribute('aria-invalid');
  await subject.fill(`${'x'.repeat(299)}🚲y`);
  await expect(subject).toHaveAccessibleDescription(/Write at most 300 characters\./);
  await subject.fill('x'.repeat(249));

  // The service itself judges it; the dashboard believed that it was right.
  await drawer(page).getByLabel('Phone').fill('123');
  await onCreate(page, (route) =>
    route.continue({
      postData: JSON.stringify({ ...route.request().postDataJSON(), requester_phone: '1'.repeat(41) }),
    }),
  );
  await createButton(page).click();
  const phone = drawer(page).getByLabel('Phone');
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription(/requester_phone/);
  await expect(subject).toHaveValue('x'.repeat(249));
  expect(await readSubjects(site)).toEqual([]);
});

test('IN-19: an answer that never came, and a second try, create one ticket', async ({ page, site, problems }) => {
  problems.allow(/ERR_CONNECTION_RESET|ERR_FAILED/);
  await signIn(page, site, { path: '/inbox' });
  await openForm(page);
  await drawer(page).getByLabel('Subject').fill('Answer lost');
  let tries = 0;
  await onCreate(page, async (route) => {
    tries += 1;
    if (tries > 1) return route.continue();
    // The service has done it; only its answer is lost.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await createButton(page).click();
  const failure = drawer(page).getByRole('alert').filter({ hasText: 'couldn’t confirm' });
  await expect(failure).toContainText('it won’t be created twice');
  expect(await readSubjects(site)).toEqual(['Answer lost']);
  await checkA11y(page);
  await createButton(page).click();
  await expect(page.getByRole('heading', { name: 'Answer lost' }).first()).toBeVisible();
  expect(tries).toBe(2);
  expect(await readSubjects(site)).toEqual(['Answer lost']);
});

test('the customer of an address is shown as it is typed; of several one after another channel and priority stay, the rest is empty', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/404/);
  const [name, address, number] = ['Ingrid Solberg', 'ingrid@known.example', '+47 900 00 000'];
  await makeTicket(site, {
    ...{ subject: 'The first of Ingrid', requester_name: name, requester_email: address, requester_phone: number },
  });
  await signIn(page, site, { path: '/inbox' });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');
  await openForm(page);
  const form = drawer(page);
  await form.getByLabel('Email').fill(address.toUpperCase());
  await expect(form.getByText(name)).toBeVisible();
  await expect(form.getByText('1 ticket, 1 open')).toBeVisible();
  await checkA11y(page);
  await form.getByLabel('Name').fill('Mrs Solberg');
  await form.getByRole('button', { name: 'Fill in name and phone' }).click();
  // Typed text stays.
  await expect(form.getByLabel('Name')).toHaveValue('Mrs Solberg');
  await expect(form.getByLabel('Phone')).toHaveValue(number);
  await form.getByLabel('Email').fill('nobody.yet@known.example');
  await expect(form.getByText('New customer: this email')).toBeVisible();

  await form.getByLabel('Create another').check();
  await form.getByLabel('Channel').selectOption('Phone');
  await form.getByLabel('Priority').selectOption('High');
  for (const subject of ['First of two', 'Second of two']) {
    await form.getByLabel('Subject').fill(subject);
    await form.getByLabel('First message').fill('hello');
    await form.getByLabel('First message').press('Control+Enter');
    await expect(form.getByLabel('Subject')).toBeFocused();
    for (const field of ['Subject', 'Email', 'Name', 'Phone', 'First message']) {
      await expect(form.getByLabel(field)).toHaveValue('');
    }
    await expect(form.getByLabel('Channel')).toHaveValue('phone');
    await expect(form.getByLabel('Priority')).toHaveValue('high');
  }
  // Nothing is written: it closes without asking.
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  expect(await readSubjects(site)).toEqual(['Second of two', 'First of two', 'The first of Ingrid']);
});

test('SI-04: a token that may not write says why, on the button, the key and the command', async ({ page, site }) => {
  await signIn(page, site, { path: '/inbox', token: site.tokens.readOnly });
  const reason = 'This token lacks the scope tickets:write. A site administrator can issue one that has it.';
  const button = page.getByRole('button', { name: 'New ticket' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(reason);
  await button.click({ force: true });
  await expect(drawer(page)).toBeHidden();
  await keyIsHeard(page);
  await page.keyboard.press('c');
  await expect(page.getByRole('status').filter({ hasText: reason })).toBeVisible();
  await expect(drawer(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('new ticket');
  await expect(page.getByRole('option', { name: /New ticket/ })).toContainText(reason);
});

test('is a sheet on phones', { tag: '@phone' }, async ({ page, site }) => {
  await signIn(page, site, { path: '/inbox' });
  await page.getByRole('button', { name: 'New ticket' }).tap();
  const form = drawer(page);
  await expect(form.getByLabel('Subject')).toBeFocused();
  // When it has come up.
  await expect
    .poll(async () => {
      const box = await form.boundingBox();
      return box === null ? null : { ...box, end: Math.round(box.y + box.height) };
    })
    .toMatchObject({ x: 0, width: 390, end: 844 });
  await form.getByLabel('Subject').fill('From the workshop floor');
  await form.getByLabel('Priority').selectOption('High');
  await checkA11y(page);
  await createButton(page).tap();
  await expect(page.getByRole('heading', { name: 'From the workshop floor' }).first()).toBeVisible();
  expect(await readOnlyOne(site)).toMatchObject({ priority: 'high' });
});
