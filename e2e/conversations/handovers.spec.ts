import { makeConversations } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { saved } from '#e2e/support/saved-file.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { HOSTILE, makeFour, NOW, region, rows, transcript } from './conversations-support.ts';

test.beforeEach(({ clock }) => clock.set(NOW));

test('HT-01: each handoff has its time, reason, status, waiting time, agent and ticket, and leads to its session; a wait turns amber and red, and the log is saved as a file', async ({
  page,
  site,
  clock,
}) => {
  const { ticket } = await makeFour(site, clock);
  await makeConversations(site, [
    { kind: 'handoff', session_id: 'earlier', reason: 'Wants a refund', created_utc: '2026-11-18T10:45:00Z' },
  ]);
  await signIn(page, site, { path: '/conversations/handovers' });
  const table = page.getByRole('table', { name: 'Handoffs', exact: true });
  const taken = table.getByRole('row').filter({ hasText: 'Asked for a person' });
  await expect(taken).toContainText(
    `Maren HolmAsked for a personResolved20mRobin Tester#${ticket.number}16 Nov, 09:04`,
  );
  const waiting = table.getByRole('row').filter({ hasText: HOSTILE });
  await expect(waiting.getByText(/^3\dm so far$/)).toHaveClass(/warn/);
  const tooLong = table.getByRole('row').filter({ hasText: 'Wants a refund' });
  await expect(tooLong.getByText(/^1h 1\dm so far$/)).toHaveClass(/danger/);
  await expect(table.getByRole('row')).toHaveCount(4);
  await checkA11y(page);

  const status = page.getByRole('group', { name: 'Status' });
  await expect(status.getByRole('button')).toHaveText(['All3', 'Waiting2', 'Taken0', 'Resolved1', 'Abandoned0']);
  await status.getByRole('button', { name: 'Waiting' }).click();
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(page).toHaveURL(/status=waiting/);
  const file = await saved(page, () => region(page, 'Handoffs').getByRole('button', { name: 'Download CSV' }).click());
  expect(file.lines).toHaveLength(3);
  expect(file.lines[1]).toContain('waits');

  // A reason of the insights leads to the handoffs that it counts.
  await status.getByRole('button', { name: 'All' }).click();
  await page.getByRole('link', { name: 'Share and reasons' }).click();
  await region(page, 'Reasons for handoffs').getByRole('link', { name: 'Asked for a person' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Remove filter Reason Asked for a person' })).toBeVisible();
  await page.getByRole('link', { name: 'Open the conversation with Maren Holm' }).click();
  await expect(page).toHaveURL(/session\/late-parcel/);
  await page.goto(`${site.url}/conversations/handovers?status=abandoned`);
  await expect(page.getByText('No handoffs match')).toBeVisible();
});

test('HT-04: the share handed over is beside that of the days before, with its wait, its days and the reason that grew most', async ({
  page,
  site,
}) => {
  // Seven days: 2 of 4 handed over; before them 1 of 4. The reason Refund grew by two, Person fell by one.
  const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T08:00:00Z`;
  const chat = (id: string, at: string) => transcript(id, at, [{ role: 'visitor', text: 'Hello' }]);
  await makeConversations(site, [
    ...[12, 13, 14, 15].map((n) => chat(`now-${n}`, day(n))),
    ...[5, 6, 7, 8].map((n) => chat(`then-${n}`, day(n))),
    ...[12, 13].flatMap((n) => [
      { kind: 'handoff', session_id: `now-${n}`, reason: 'Refund', created_utc: day(n) },
      {
        ...{ kind: 'handoff', session_id: `now-${n}`, reason: 'Refund', status: 'taken' },
        created_utc: day(n).replace('08:00', n === 12 ? '08:10' : '08:30'),
      },
    ]),
    { kind: 'handoff', session_id: 'then-5', reason: 'Person', status: 'waiting', created_utc: day(5) },
  ]);
  await signIn(page, site, { path: '/conversations/insights?days=7' });
  const lead = region(page, 'Handovers');
  await expect(lead.getByRole('heading')).toHaveText('2 of 4 conversations (50.0\u00a0%) were handed over.');
  await expect(lead).toContainText('Before: 1 of 4 conversations (25.0\u00a0%).');
  await expect(lead).toContainText('Too few to compare: that takes 30 conversations in both periods.');
  await expect(lead).toContainText('Median wait for a person: 20m, before none taken.');
  await expect(lead).toContainText(/The reason that grew most is “.Refund.”, from 0 to 2\./);
  await page.keyboard.press('t');
  const trend = region(page, 'Share handed over by day').getByRole('row');
  await expect(trend).toHaveCount(8);
  await expect(trend.filter({ hasText: '12 Nov' })).toContainText('100.0\u00a0%11');
  await expect(trend.filter({ hasText: '14 Nov' })).toContainText('0.0\u00a0%01');
  await expect(trend.filter({ hasText: '16 Nov' })).toContainText('no conversation');
  await lead.getByRole('link').click();
  await expect(rows(page)).toHaveCount(2);
});
