import { makeAnswers, makeTicket } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answerRows, head, listed, NOW, region } from './csat-support.ts';

test('CS-04, CS-11: each of the six splits is calculated from the tickets, its row filters the whole page, and its number opens as many answers', async ({
  page,
  clock,
  site,
}) => {
  await clock.set(NOW);
  // Open on Wednesdays from 8 to 12.
  const week = [{ day_of_week: 3, open_minute: 480, close_minute: 720 }];
  expect((await site.call('PATCH', 'business_calendar', { body: { week } })).status).toBe(200);
  const [slow, quick, night] = await clock.as('2026-11-18T03:00:00Z', async () => [
    await makeTicket(site, { priority: 'urgent', channel: 'whatsapp', assignee_agent_id: site.agentId }),
    await makeTicket(site, { priority: 'low' }),
    await makeTicket(site, { priority: 'low', channel: 'web' }),
  ]);
  const morning = await makeTicket(site, { priority: 'low' });
  for (const [at, ticket] of [
    ['2026-11-18T03:59:00Z', quick],
    ['2026-11-18T07:01:00Z', slow],
  ] as const) {
    const body = { ticket_id: ticket.id, body: 'We are on it.' };
    await clock.as(at, async () => expect((await site.call('POST', 'ticket_comments', { body })).status).toBe(200));
  }
  const said = [
    { role: 'visitor', text: 'Is anybody there?' },
    { role: 'ai', text: 'Always.' },
  ];
  const transcript = { kind: 'transcript', session_id: 'night', ticket_id: night.id, messages: said };
  const ended = { ...transcript, ended_utc: '2026-11-18T04:00:00Z' };
  expect((await site.call('POST', 'ingest', { body: { items: [ended] } })).json).toMatchObject({ data: { failed: 0 } });
  await makeAnswers(site, [
    { ticket_id: slow.id, score: 1 },
    { ticket_id: quick.id, score: 5 },
    { ticket_id: night.id, score: 4 },
    { ticket_id: morning.id, score: 5 },
  ]);
  await signIn(page, site, { path: '/csat?days=7' });
  // Score, period before and answers.
  for (const [split, lines] of [
    ['Handled by', ['Agent3.67none beforefew3', 'AI alone4.00none beforefew1']],
    ['First reply', ['Under 1 h5.00none beforefew1', 'Over 4 h1.00none beforefew1', 'No reply4.50none beforefew2']],
    ['Arrived', ['In business hours5.00none beforefew1', 'Outside them3.33none beforefew3']],
    ['Priority', ['Urgent1.00none beforefew1', 'Low4.67none beforefew3']],
    ['Channel', ['Email5.00none beforefew2', 'Web4.00none beforefew1', 'WhatsApp1.00none beforefew1']],
    ['Agent', ['Unassigned4.67none beforefew3', 'Robin Tester1.00none beforefew1']],
  ] as const) {
    // The service orders rows with as many answers.
    const shown = region(page, split).getByRole('listitem');
    await expect(shown).toHaveCount(lines.length);
    await expect.poll(async () => new Set(await shown.allTextContents()), split).toEqual(new Set(lines));
  }

  const chips = page.getByRole('group', { name: 'Filters' });
  const count = head(page).getByText('Answers', { exact: true }).locator('..').getByRole('link');
  for (const [split, value, score, size] of [
    ['First reply', 'No reply', '4.50', 2],
    ['Agent', 'Robin Tester', '1.00', 1],
  ] as const) {
    const answers = size === 1 ? '1 answer' : `${size} answers`;
    await region(page, split)
      .getByRole('link', { name: `${answers}, ${value}` })
      .click();
    await expect(listed(page, `${answers}, 12 Nov to 18 Nov, UTC`)).toBeVisible();
    await expect(answerRows(page), value).toHaveCount(size);
    await page.goBack();
    await page.getByRole('link', { name: `Only ${split}: ${value}` }).click();
    await expect(chips, 'an agent is named').toHaveText(`${split} ${value}`);
    await expect(head(page)).toContainText(`${score} of 5 from ${answers}, 12 Nov to 18 Nov`);
    await expect(count).toHaveText(String(size));
    await expect(region(page, 'Newest answers').getByRole('listitem')).toHaveCount(size);
    await chips.getByRole('button', { name: `Remove filter ${split} ${value}` }).click();
    await expect(count).toHaveText('4');
  }
});
