import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect } from '#e2e/support/test.ts';
import { bind, freshNumber, makeCustomer, openCustomer, panel, test } from './detail-support.ts';

test('ID-11: one timeline of all that happened, by kind, with the way to each ticket, and more of it', async ({
  page,
  service,
}) => {
  const customer = await makeCustomer(service, 'Saskia Brandt');
  const number = freshNumber();
  const { json } = await service.call('POST', 'tickets', {
    body: { subject: 'Bell falls off', requester_email: customer.email, initial_comment: 'It fell off again.' },
  });
  const { id } = (json as { data: { id: number } }).data;
  await bind(service, customer.id, { channel: 'whatsapp', external_user_id: number });
  for (let n = 1; n <= 52; n += 1) {
    await service.call('POST', 'customer_notes', { body: { identity_id: customer.id, body: `Thing ${n} to know` } });
  }
  await openCustomer(page, service, customer);
  const timeline = panel(page, 'Timeline');
  const kinds = timeline.getByRole('group', { name: 'Show' });
  const lines = timeline.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  await expect(lines).toHaveCount(50);
  await expect(kinds.getByRole('button', { name: 'Notes 52' })).toHaveAttribute('aria-pressed', 'false');
  await expect(kinds.getByRole('button', { name: 'Events' })).toHaveCount(0);
  await timeline.getByRole('button', { name: 'Show more' }).click();
  await expect(lines.filter({ hasText: 'Ticket opened' })).toContainText('Bell falls off');
  await checkA11y(page);

  await kinds.getByRole('button', { name: 'Tickets 1' }).click();
  await expect(page).toHaveURL(/kinds=ticket/);
  await expect(lines).toHaveCount(1);
  await kinds.getByRole('button', { name: 'Channels 1' }).click();
  await expect(lines).toHaveCount(2);
  await expect(lines.filter({ hasText: 'Handle bound' })).toContainText(number);
  await page.reload();
  await expect(lines).toHaveCount(2);
  await page.goBack();
  await expect(lines).toHaveCount(1);
  await lines.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/tickets/${id}`));
  await page.goBack();
  await kinds.getByRole('button', { name: 'All' }).click();
  await expect(page).not.toHaveURL(/kinds/);
  await expect(lines).toHaveCount(50);
});

test('ID-11: a handle that moved is told where it was before, with the way to who has it now', async ({
  page,
  service,
}) => {
  const former = await makeCustomer(service, 'Former Handler');
  const owner = await makeCustomer(service, 'New Handler');
  const number = freshNumber();
  for (const { id } of [former, owner]) await bind(service, id, { channel: 'whatsapp', external_user_id: number });
  await openCustomer(page, service, former, { search: '?kinds=channel' });
  const line = panel(page, 'Timeline').getByRole('listitem').filter({ hasText: 'Handle moved to' });
  await expect(line).toContainText('WhatsApp');
  await line.getByRole('link', { name: 'New Handler' }).click();
  await expect(page).toHaveURL(new RegExp(`/customers/${owner.id}`));
  await expect(panel(page, 'Timeline').getByRole('listitem').filter({ hasText: 'Handle bound' })).toContainText(number);
});

test('a timeline that fails says so by itself, and is loaded by Retry', async ({
  page,
  service,
  between,
  problems,
}) => {
  problems.allow(/status of 500/);
  const customer = await makeCustomer(service, 'Levin Aster');
  between.tamper = ({ resource }, response) => {
    if (resource !== 'customer_timeline') return false;
    response
      .writeHead(500, { 'content-type': 'application/json', 'x-svc-request-id': 'req-4713' })
      .end('{"ok":false,"error":{"code":"internal_error","message":"req-4713"}}');
    return true;
  };
  await openCustomer(page, { ...service, url: between.url }, customer);
  const timeline = panel(page, 'Timeline');
  await expect(timeline.getByRole('alert')).toContainText('The timeline could not be loaded', { timeout: 20_000 });
  await expect(timeline).toContainText('req-4713');
  await expect(panel(page, 'Notes')).toContainText('No notes yet.');
  between.tamper = null;
  await timeline.getByRole('button', { name: 'Retry' }).click();
  await expect(timeline).toContainText('Customer added');
});
