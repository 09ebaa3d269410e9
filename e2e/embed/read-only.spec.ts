import type { FrameLocator, Page } from '@playwright/test';
import { makeRated, NOW } from '#e2e/csat/csat-support.ts';
import { makeAiCalls, makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { expect, test } from './embed-test.ts';
import { recordCalls, type FrameOptions, type HostedFrame, type HostPage } from './host-page.ts';

test.beforeEach(({ clock }) => clock.set(NOW));

const LOW = [
  ['2026-11-17T09:03:00Z', 0, 'The wobble came back.', 'email'],
  ['2026-11-10T12:01:00Z', 2, null, 'email'],
] as const;

/** Every control that changes something in one of the four views. */
const CHANGES =
  /^(Save|Actions for view|New ticket|Resolve|Reply|Internal note|Undo|Add a note|Delete the note|Use for everyone|Change the rules|Run self-tests|Edit caps|Hide this list|Select)/;

/** Expects neither buttons nor fields that change something. */
async function expectNoChanges(inside: FrameLocator): Promise<void> {
  await expect(inside.getByRole('button', { name: CHANGES })).toHaveCount(0);
  await expect(inside.locator('[data-field]')).toHaveCount(0);
  await expect(inside.getByRole('combobox', { name: /^State of/ })).toHaveCount(0);
  await expect(inside.getByRole('textbox', { name: /Reply|note/i })).toHaveCount(0);
}

/** Presses the keys of changes, and expects that nothing opens. */
async function pressAll(page: Page, inside: FrameLocator, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await expect(inside.getByRole('dialog')).toHaveCount(0);
  }
  await expect(inside.getByRole('status').filter({ hasText: /allow|scope|undo/i })).toHaveCount(0);
}

const TICKET_KEYS = ['e', 'Shift+E', 'p', 'o', 'a', 'Shift+P', 't', 'z', 'Shift+R', 'Shift+N', 'c'];
const UNDO = 'Control+z';

async function add(host: HostPage, src: string, more: Partial<FrameOptions>): Promise<HostedFrame> {
  const hosted = await host.add({ src, ...more });
  await expect(hosted.heading).toBeVisible();
  return hosted;
}

test('EM-06: without edit the inbox has no control that changes something, and sends reads alone', async ({
  host,
  page,
  site,
}) => {
  await makeTicket(site, { subject: 'Chain jumps', requester_email: 'ada@example.org' });
  await makeTicket(site, { subject: 'Bell is dumb' });
  await host.open();
  const calls = recordCalls(page);
  const answer = { token: site.token };
  const inbox = `${site.url}/embed/inbox`;

  const list = await add(host, inbox, { answer, width: 1_400 });
  const grid = list.inside.getByRole('grid', { name: 'Tickets' });
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await settled(page);
  await expectNoChanges(list.inside);
  await grid.locator('[data-row="0"]').focus();
  await pressAll(page, list.inside, [...TICKET_KEYS, UNDO]);
  await pressAll(page, list.inside, ['x', 'Shift+J', 'Control+a', 'e']);
  await expect(list.inside.getByRole('toolbar')).toHaveCount(0);
  await expect(list.inside.getByRole('checkbox')).toHaveCount(0);
  await checkA11y(page, { frame: await list.frame() });
  await list.inside.getByRole('link', { name: 'Chain jumps' }).click();
  await expect(list.inside.getByRole('heading', { name: 'Chain jumps' })).toBeVisible();
  await expect(list.inside.getByRole('link', { name: 'ada@example.org' })).toBeVisible();
  await settled(page);
  await expectNoChanges(list.inside);
  await list.inside.getByRole('button', { name: 'More', exact: true }).click();
  await expect(list.inside.getByRole('menuitem', { name: /Copy link/ })).toBeVisible();
  await expect(list.inside.getByRole('menuitem', { name: /Close|Pending|Snooze|portal/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await pressAll(page, list.inside, [...TICKET_KEYS, UNDO]);
  await list.remove();

  await settled(page);
  expectOnlySessions(calls);
});

test('EM-06: without edit CSAT, health and AI usage have no control that changes something, and send reads alone', async ({
  host,
  page,
  site,
  clock,
}) => {
  await makeRated(site, clock, LOW);
  await makeAiCalls(site, [{ cost_usd: 12 }]);
  const note = { chart: 'csat', date: '2026-11-17', text: 'New firmware' };
  expect((await site.call('POST', 'chart_notes', { body: note })).status).toBe(200);
  await host.open();
  const calls = recordCalls(page);
  const answer = { token: site.token };
  const addresses = {
    'csat?definition=share_top': ['n'],
    'csat?page=follow-up': ['j', 'c', 'o', 'x'],
    health: [],
    'ai-usage?edit=1': ['b'],
  };
  const hosted = await add(host, `${site.url}/embed/csat?definition=share_top`, { answer });
  for (const [address, keys] of Object.entries(addresses)) {
    await hosted.post({ type: 'navigate', path: `/embed/${address}` });
    await expect.poll(async () => (await hosted.frame()).url()).toContain(address);
    await settled(page);
    if (address.startsWith('csat?definition'))
      await expect(hosted.inside.getByText('New firmware').first()).toBeVisible();
    if (address.startsWith('csat?page')) await expect(hosted.inside.getByRole('grid')).toBeVisible();
    await expectNoChanges(hosted.inside);
    await hosted.heading.click();
    await pressAll(page, hosted.inside, [...keys, UNDO]);
    if (!address.startsWith('csat?page')) await checkA11y(page, { frame: await hosted.frame() });
  }
  await hosted.remove();
  await settled(page);
  expectOnlySessions(calls);
  expect(calls).not.toContain('GET self_test');
});

/** Expects reads, and the session that each frame begins and ends. */
function expectOnlySessions(calls: readonly string[]): void {
  expect(calls).toContain('POST sessions');
  const others = calls.filter((call) => !call.startsWith('GET ') && !/^(?:POST|DELETE) sessions$/.test(call));
  expect(others).toEqual([]);
}
