import { makeConversations } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { saved } from '#e2e/support/saved-file.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { HOSTILE, lines, makeFour, NOW, region, transcript } from './conversations-support.ts';

test.beforeEach(({ clock }) => clock.set(NOW));

test('HT-02: a transcript says who spoke, what each message used, and where the AI handed over, to which H jumps', async ({
  page,
  site,
  clock,
  problems,
}) => {
  // A session that is not stored.
  problems.allow(/404.*resource=transcripts/);
  await makeFour(site, clock);
  await signIn(page, site, { path: '/conversations/session/late-parcel' });
  await expect(page.getByRole('heading', { name: 'Conversation with Maren Holm' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Handed over. An agent took it after 20m.' })).toBeVisible();
  await expect(lines(page)).toHaveCount(6);
  await expect(lines(page).nth(0)).toContainText(/Maren Holm\s*Visitor/);
  await expect(lines(page).nth(1)).toContainText(/Lumen assistant\s*AI/);
  await expect(lines(page).nth(1)).toContainText('1,234 tokens, $0.02');
  await expect(lines(page).nth(2)).toContainText(HOSTILE);
  await expect(lines(page).nth(4)).toContainText('Handed over');
  await expect(lines(page).nth(4)).toContainText('Asked for a person');
  await expect(lines(page).nth(5)).toContainText(/Robin Tester\s*Agent/);
  await checkA11y(page);
  await page.keyboard.press('h');
  await expect(lines(page).nth(4)).toBeFocused();

  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText('Session IDlate-parcel');
  await expect(details).toContainText('Not reviewed.');
  await page.goto(`${site.url}/conversations/session/${encodeURIComponent(HOSTILE)}`);
  await expect(page.getByText('No transcript is stored for this session')).toBeVisible();
});

test('HT-03: a search finds each place in a conversation of 5,000 messages, Enter and Shift Enter go through them, and the text is copied and saved', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const said = Array.from({ length: 5_000 }, (_, index) => ({
    role: index % 2 === 0 ? ('visitor' as const) : ('ai' as const),
    text: [3, 2_500, 4_999].includes(index) ? `Here is the Needle ${index}` : `Message number ${index}`,
    created_utc: '2026-11-18T08:00:00Z',
  }));
  for (let from = 0; from < said.length; from += 500)
    await makeConversations(site, [transcript('long', '2026-11-18T08:00:00Z', said.slice(from, from + 500))]);
  await signIn(page, site, { path: '/conversations/session/long' });
  await expect(lines(page).first()).toContainText('Message number 0');
  // Only what is in sight is drawn.
  await expect.poll(() => lines(page).count()).toBeLessThan(60);
  await page.keyboard.press('/');
  await page.keyboard.type('needle');
  const status = region(page, 'Transcript').getByRole('status');
  const current = page.locator('mark[data-current]');
  await expect(status).toHaveText('1 of 3');
  await expect(current).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('2 of 3');
  await expect(lines(page).filter({ has: current })).toContainText('Needle 2500');
  await expect(current).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(lines(page).filter({ has: current })).toContainText('Needle 4999');
  await expect(current).toBeInViewport();
  await page.keyboard.press('Shift+Enter');
  await expect(status).toHaveText('2 of 3');
  await expect(page).toHaveURL(/q=needle/);
  await page.reload();
  await expect(status).toHaveText('1 of 3');

  const file = await saved(page, () => page.getByRole('button', { name: 'Download as text' }).click());
  expect(file.name).toMatch(/transcript-long-2026-11-18\.txt$/);
  expect(file.text.match(/^Message number/gm)).toHaveLength(4_997);
  await page.getByRole('button', { name: 'Copy the transcript' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('18 Nov 2026, 08:00 UTC, AI\nHere is the Needle 4999');
});

test('HT-05: one line leads from the visit over the handoff and the ticket to the rating, with the cost of all AI calls', async ({
  page,
  site,
  clock,
}) => {
  const { ticket, customer } = await makeFour(site, clock);
  await signIn(page, site, { path: '/conversations/session/late-parcel' });
  const steps = region(page, 'From the visit to the rating').getByRole('listitem');
  await expect(steps).toContainText([
    'Visitor’s page/orders/7179016 Nov, 08:58',
    'Conversation5 messagesfrom 16 Nov, 09:00',
    'HandoffAsked for a person16 Nov, 09:04',
    `Ticket#${ticket.number}16 Nov, 09:05, Open`,
    'First replyNone',
    'Rating1 of 517 Nov, 09:00',
    'AI cost$0.253 calls, 330 tokens1 without a price',
  ]);
  await steps.getByRole('button', { name: 'Jump to the handoff: Asked for a person' }).click();
  await expect(lines(page).nth(4)).toBeFocused();
  await steps.getByRole('link', { name: `#${ticket.number}` }).click();
  await expect(page).toHaveURL(new RegExp(`/tickets/${ticket.id}`));

  await page.goBack();
  await steps.getByRole('link', { name: '/orders/71790' }).click();
  await expect(page).toHaveURL(/\/customers\/visitors\/v-1/);

  // The cost is that of the calls which it opens.
  await page.goBack();
  await steps.getByRole('link', { name: 'Show the calls of this conversation and its ticket, $0.25' }).click();
  await expect(page.getByText('3 calls ran, for $0.25')).toBeVisible();
  await page.getByRole('link', { name: 'Transcript of late-parcel' }).first().click();
  await expect(lines(page)).toHaveCount(6);

  // The ticket and the customer lead to the session.
  await page.goto(`${site.url}/tickets/${ticket.id}?tab=links`);
  await page.getByRole('link', { name: 'web, 2026-11-16' }).click();
  await expect(page).toHaveURL(/session\/late-parcel/);
  await page.goto(`${site.url}/customers/${customer}`);
  await page.getByRole('list', { name: 'AI sessions' }).getByRole('link', { name: 'late-parcel' }).click();
  await expect(lines(page)).toHaveCount(6);
});

test(
  'a session fits a phone: its line scrolls, its details are a sheet',
  { tag: '@phone' },
  async ({ page, site, clock }) => {
    await makeFour(site, clock);
    for (const path of ['/conversations', '/conversations/handovers', '/conversations/session/late-parcel']) {
      await signIn(page, site, { path });
      await settled(page);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await checkA11y(page);
    }
    await page.getByRole('button', { name: 'Details' }).click();
    const sheet = page.getByRole('dialog', { name: 'Details' });
    await expect(sheet).toContainText('late-parcel');
    await checkA11y(page);
  },
);

test(
  'HT-01, HT-02: a service with the API document alone has the log of handoffs and each session, and no more',
  { tag: '@document' },
  async ({ page, site }) => {
    // Without the extension `ingest` no call of the API brings conversations.
    await site.query`insert into chat_session (site_id, id, session_id, channel, message_count, last_role, has_handoff,
      started_utc) values (${site.siteId}, 1, 'talk', 'web', 1, 'visitor', true, '2026-11-18T09:00:00Z') returning 1 as one`;
    await site.query`insert into chat_message (site_id, id, session_id, role, text, created_utc)
      values (${site.siteId}, 1, 'talk', 'visitor', 'Is a person there?', '2026-11-18T09:00:00Z') returning 1 as one`;
    await site.query`insert into handoff (site_id, id, session_id, reason, status, created_utc)
      values (${site.siteId}, 1, 'talk', 'Asked for a person', 'waiting', '2026-11-18T09:01:00Z') returning 1 as one`;
    await signIn(page, site, { path: '/conversations' });
    await expect(page).toHaveURL(/\/conversations\/handovers/);
    await expect(page.getByRole('navigation', { name: 'Parts of conversations' }).getByRole('link')).toHaveText([
      'Handed over',
      'Insights',
    ]);
    await expect(page.getByRole('table', { name: 'Handoffs' })).toContainText('Asked for a person');
    await expect(region(page, 'Reasons')).toHaveCount(0);
    await checkA11y(page);
    await page.getByRole('link', { name: 'Open the conversation with talk' }).click();
    await expect(lines(page)).toContainText(['Is a person there?', 'Asked for a person']);
    await expect(page.getByRole('complementary', { name: 'Details' })).not.toContainText('Review');
    await expect(region(page, 'From the visit to the rating')).toHaveCount(0);
    await signIn(page, site, { path: '/conversations/review' });
    await expect(page.getByText('Not provided by this service').first()).toBeVisible();
  },
);
