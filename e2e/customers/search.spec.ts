import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { bind, freshNumber, makeCustomer, test } from './detail-support.ts';
import { expectOpen, grid, ownWord, row, search } from './list-support.ts';

/** Five ways in which people write one number. */
function writingsOf(number: string): readonly string[] {
  const [country, area, rest] = [number.slice(1, 3), number.slice(3, 6), number.slice(6)];
  return [
    number,
    `+${country} ${area} ${rest.slice(0, 4)}-${rest.slice(4)}`,
    `00${country} ${area}.${rest.slice(0, 4)}.${rest.slice(4)}`,
    `+${country} (${area}) ${rest}`,
  ];
}

test('ID-02: found by name, email, handle, and by a phone in five writings', async ({ page, service }) => {
  const word = ownWord();
  const phone = freshNumber();
  const customer = await makeCustomer(service, `Maren ${word}`, { phone });
  await bind(service, customer.id, {
    channel: 'instagram',
    external_user_id: `ig-${word}x`,
    display_handle: `@${word}y`,
  });
  await signIn(page, service, { path: '/customers' });
  await expect(grid(page)).toBeVisible();
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  for (const text of [`maren ${word}`, customer.email ?? '', `@${word}y`, ...writingsOf(phone)]) {
    await search(page).fill(text);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');
    await expect(row(page, word)).toBeVisible();
  }
  // The plus that nobody encoded.
  await page.goto(`${service.url}/customers?q=${phone}`);
  await expect(row(page, word)).toBeVisible();
  await expect(search(page)).toHaveValue(phone);

  // Esc keeps the text, a second one takes it away; Enter goes to the results.
  await search(page).focus();
  await page.keyboard.press('Enter');
  await expect(row(page, word)).toBeFocused();
  await page.keyboard.press('Enter');
  await expectOpen(page, customer);
  await search(page).focus();
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveValue(phone);
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveValue('');
});

test('ID-02: filters by channel and by being blocked, each taken away by itself', async ({ page, service }) => {
  const word = ownWord();
  const bound = await makeCustomer(service, `Bound ${word}`);
  await bind(service, bound.id, { channel: 'messenger', external_user_id: `m-${word}` });
  const blocked = await makeCustomer(service, `Shut ${word}`);
  await service.call('PATCH', 'customer', { body: { id: blocked.id, blocked: true } });
  await signIn(page, service, { path: `/customers?q=${word}&order=name` });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(row(page, `Bound ${word}`).getByRole('img', { name: 'Messenger' })).toBeVisible();
  await expect(row(page, `Shut ${word}`)).toContainText('Blocked');
  const filter = async (name: string, at = 0) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page
      .getByRole(name === 'Blocked' ? 'menuitemcheckbox' : 'menuitemradio', { name })
      .nth(at)
      .click();
  };
  await filter('Messenger');
  await expect(page).toHaveURL(/channel=messenger/);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');
  await checkA11y(page);
  await page.getByRole('button', { name: 'Remove filter Can be reached by Messenger' }).click();
  await filter('Messenger', 1);
  await expect(row(page, `Shut ${word}`)).toBeVisible();
  await expect(row(page, `Bound ${word}`)).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove filter Cannot be reached by Messenger' }).click();
  await filter('Blocked');
  await expect(page).toHaveURL(/blocked=true/);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');
  await page.reload();
  await expect(row(page, `Shut ${word}`)).toBeVisible();
});

test('ID-02: nobody found, and a new customer from what was typed; whose an email is already', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/status of 409/);
  const word = ownWord();
  const taken = await makeCustomer(service, `First ${word}`);
  await signIn(page, service, { path: '/customers' });
  await search(page).fill(`${word}.new@example.org`);
  await expect(page.getByText(`No customer with the email ${word}.new@example.org`)).toBeVisible();
  await page
    .getByRole('region', { name: 'Customers', exact: true })
    .getByRole('button', { name: 'New customer' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'New customer' });
  await expect(dialog.getByLabel('Email')).toHaveValue(`${word}.new@example.org`);
  await checkA11y(page);
  await dialog.getByLabel('Name').fill(`Second ${word}`);
  await dialog.getByLabel('Email').fill('nobody');
  await dialog.getByRole('button', { name: 'Create customer' }).click();
  await expect(dialog).toContainText('Email must be an email address.');
  // Somebody else's: nothing is lost, and they are a press away.
  await dialog.getByLabel('Email').fill(taken.email ?? '');
  await dialog.getByRole('button', { name: 'Create customer' }).click();
  await expect(dialog.getByRole('button', { name: `Open First ${word}` })).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue(`Second ${word}`);
  // What is written is not lost by accident.
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Discard this customer?' })
    .getByRole('button', { name: 'Keep writing' })
    .click();
  await dialog.getByLabel('Email').fill(`${word}.new@example.org`);
  await dialog.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByText(`Second ${word} created`)).toBeVisible();
  await expect(page).toHaveURL(/\/customers\/\d+/);
  await expect(page.getByRole('heading', { name: `Second ${word}` })).toBeVisible();
  await search(page).fill(`${word} nowhere`);
  await expect(page.getByText(`No customer matches ${word} nowhere`)).toBeVisible();
  await page.getByRole('button', { name: 'Show all customers' }).click();
  await expect(search(page)).toHaveValue('');
});

test('ID-02: a token that may only read makes nobody', async ({ page, service }) => {
  await signIn(page, service, { path: '/customers', token: service.tokens.readOnly });
  await expect(grid(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'New customer' })).toHaveAccessibleDescription(/customers:write/);
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test(
  'ID-02: a service without identity tools finds a whole email or phone, and says so',
  { tag: '@document' },
  async ({ page, service, problems }) => {
    problems.allow(/status of 404/);
    const word = ownWord();
    const email = `${word}@example.org`;
    const phone = freshNumber();
    await service.call('POST', 'tickets', {
      body: { subject: 'Hello', requester_name: `Doc ${word}`, requester_email: email, requester_phone: phone },
    });
    await signIn(page, service, { path: '/customers' });
    await expect(search(page)).toHaveAccessibleName('Find by email or phone');
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toHaveCount(0);
    for (const text of [email, ...writingsOf(phone)]) {
      await search(page).fill(text);
      await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');
      await expect(row(page, word)).toBeVisible();
    }
    await row(page, word).click();
    await expect(page).toHaveURL(new RegExp(`/customers/\\d+\\?.*email=${word}`));
    await expect(page.getByRole('heading', { name: `Doc ${word}` })).toBeVisible();
    await search(page).fill(`nobody.${email}`);
    await expect(page.getByText(`No customer with the email nobody.${email}`)).toBeVisible();
    await search(page).fill(word);
    await expect(page.getByText('Type a whole email or phone')).toBeVisible();
    await expect(page.getByRole('button', { name: 'New customer' })).toHaveAccessibleDescription(/first ticket/);
    await checkA11y(page);
  },
);
