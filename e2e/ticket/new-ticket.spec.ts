import type { Route } from '@playwright/test';
import { createButton, drawer, onCreate, openFormByKey, readOnlyOne, readSubjects } from './new-ticket-support.ts';
import { makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

test('IN-19: every field of the document, by the keyboard alone; errors are at their fields, and after a lost answer a second try creates one ticket', async ({
  page,
  site,
  problems,
}) => {
  // The address is unknown, so the look-up answers 404.
  problems.allow(/404|400|ERR_CONNECTION_RESET|ERR_FAILED/);
  await signIn(page, site, { path: '/inbox' });
  await openFormByKey(page);
  const field = (label: string) => drawer(page).getByLabel(label);
  const next = () => page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  await expect(field('Subject')).toBeFocused();
  await expect(field('Subject')).toHaveAccessibleDescription(/Subject can’t be empty\./);
  await page.keyboard.type('Café brakes 🚲');
  await next();
  await page.keyboard.type('Phone');
  await next();
  await page.keyboard.type('Urgent');
  await next();
  await page.keyboard.type('nils');
  await next();
  await page.keyboard.type('Nils Åkerman');
  await next();
  await page.keyboard.type('+46 70 123 45 67');
  await next();
  await page.keyboard.type('Hello,');
  await page.keyboard.press('Enter');
  await page.keyboard.type('they squeal.');
  await next();
  await page.keyboard.type('brakes, german,brakes');
  await page.keyboard.press('Control+Enter');
  await expect(field('Email')).toBeFocused();
  await expect(field('Email')).toHaveAccessibleDescription(/Enter an email address\./);
  await checkA11y(page);
  await field('Email').fill(' nils.new@mail.example ');
  await expect(drawer(page).getByText('New customer: this email')).toBeVisible();

  // The dashboard believes the request right; the service refuses it, then its answer is lost.
  const answers: ((route: Route) => Promise<void>)[] = [
    (route) =>
      route.continue({
        postData: JSON.stringify({ ...route.request().postDataJSON(), requester_phone: '1'.repeat(41) }),
      }),
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
  ];
  await onCreate(page, (route) => answers.shift()?.(route) ?? route.continue());
  await page.keyboard.press('Control+Enter');
  await expect(field('Phone')).toBeFocused();
  await expect(field('Phone')).toHaveAccessibleDescription(/requester_phone/);
  expect(await readSubjects(site)).toEqual([]);
  await field('Phone').fill('+46 70 123 45 68');
  await page.keyboard.press('Control+Enter');
  const failure = drawer(page).getByRole('alert').filter({ hasText: 'couldn’t confirm' });
  await expect(failure).toContainText('it won’t be created twice');
  expect(await readSubjects(site)).toEqual(['Café brakes 🚲']);
  await checkA11y(page);
  await createButton(page).click();
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
    requester_phone: '+46 70 123 45 68',
    required_skills: ['brakes', 'german'],
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

test('IN-19: a form opened for a customer has their details; those of another email are offered, and what was typed stays', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/404/);
  const ada = await makeCustomer(site, 'Ada Known', { phone: '+49 30 1234567' });
  const bea = await makeCustomer(site, 'Bea Known', { phone: '+47 900 00 000' });
  await signIn(page, site, { path: `/customers/${ada.id}` });
  await page.locator('main').getByRole('button', { name: 'New ticket' }).click();
  const field = (label: string) => drawer(page).getByLabel(label);
  await expect(field('Name')).toHaveValue('Ada Known');
  await expect(field('Phone')).toHaveValue('+49 30 1234567');
  await expect(drawer(page).getByText('0 tickets, 0 open')).toBeVisible();
  // A slip that is mended costs nothing.
  await field('Email').press('End');
  await page.keyboard.type('x');
  await expect(field('Name')).toHaveValue('');
  await page.keyboard.press('Backspace');
  await expect(field('Name')).toHaveValue('Ada Known');
  await page.keyboard.type(' ');
  await expect(field('Phone')).toHaveValue('+49 30 1234567');
  await field('Email').fill(bea.email?.toUpperCase() ?? '');
  // No ticket gets the details of another person.
  await expect(field('Name')).toHaveValue('');
  await expect(field('Phone')).toHaveValue('');
  await expect(drawer(page).getByText('Bea Known')).toBeVisible();
  await checkA11y(page);
  await field('Name').fill('Mrs Known');
  await drawer(page).getByRole('button', { name: 'Fill in name and phone' }).click();
  await expect(field('Name')).toHaveValue('Mrs Known');
  await expect(field('Phone')).toHaveValue('+47 900 00 000');
  // The details that were filled in go with their email; typed ones stay.
  await field('Email').fill('nobody@known.example');
  await expect(field('Phone')).toHaveValue('');
  await expect(field('Name')).toHaveValue('Mrs Known');
  await field('Email').fill(bea.email ?? '');
  await expect(field('Phone')).toHaveValue('+47 900 00 000');
  await field('Subject').fill('Of Bea');
  await createButton(page).click();
  await expect(drawer(page)).toBeHidden();
  const tickets = site.query`select customer_identity_id::text as customer, requester_name from ticket where site_id = ${site.siteId}`;
  expect(await tickets).toEqual([{ customer: String(bea.id), requester_name: 'Mrs Known' }]);
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
