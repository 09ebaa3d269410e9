import * as z from 'zod/mini';
import { makeConversations } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { saved } from '#e2e/support/saved-file.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { NOW, region, rows, transcript } from './conversations-support.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Conversations of a day that begin with the same question, some of them handed over and taken after `waitMinutes`. */
interface Made {
  readonly day: string;
  readonly question: string;
  readonly count: number;
  readonly handedOver?: { readonly reason: string; readonly count: number; readonly waitMinutes: number };
}

function conversations({ day, question, count, handedOver }: Made): readonly Fields[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `${day} ${question} ${index}`;
    const startUtc = new Date(Date.parse(`${day}T08:00:00Z`) + index * 60_000).toISOString();
    const said = [
      { role: 'visitor', text: question },
      { role: 'ai', text: 'Let me see.' },
    ] as const;
    const handoff = (created_utc: string, fields: object) => {
      return { kind: 'handoff', session_id: id, reason: handedOver?.reason, created_utc, ...fields };
    };
    if (handedOver === undefined || index >= handedOver.count) return [transcript(id, startUtc, said)];
    const handedUtc = new Date(Date.parse(startUtc) + 5 * 60_000).toISOString();
    const takenUtc = new Date(Date.parse(handedUtc) + handedOver.waitMinutes * 60_000).toISOString();
    return [
      transcript(id, startUtc, said),
      handoff(handedUtc, { status: 'waiting' }),
      handoff(takenUtc, { status: 'taken' }),
    ];
  }).flat();
}

const NEW = 'my display shows e21';
const ORDER = 'Where is my order?';
const REFUND = 'Refund please';
const SAFETY = 'Safety topic';
const PERSON = 'Asked for a person';

/** 40 conversations in each of the two windows; 16 of now were handed over, 5 of before. */
async function makeTwoWindows(site: Site): Promise<void> {
  await makeConversations(site, [
    ...conversations({
      day: '2026-11-10',
      question: NEW,
      count: 12,
      handedOver: { reason: SAFETY, count: 10, waitMinutes: 4 },
    }),
    ...conversations({
      day: '2026-11-11',
      question: ORDER,
      count: 28,
      handedOver: { reason: PERSON, count: 6, waitMinutes: 8 },
    }),
    ...conversations({
      day: '2026-10-05',
      question: ORDER,
      count: 30,
      handedOver: { reason: PERSON, count: 5, waitMinutes: 2 },
    }),
    ...conversations({ day: '2026-10-06', question: REFUND, count: 10 }),
    { kind: 'conversation_starter', text: 'Track my order', position: 1 },
  ]);
}

test.beforeEach(({ clock }) => clock.set(NOW));

test('CP-07, HT-04: a lead sees that handovers rose and why, reads those conversations, and saves the lists; each number opens as many rows', async ({
  page,
  site,
}) => {
  await makeTwoWindows(site);
  await signIn(page, site, { path: '/conversations/insights' });
  const lead = region(page, 'Handovers');
  await expect(lead.getByRole('heading')).toHaveText('16 of 40 conversations (40.0\u00a0%) were handed over.');
  await expect(lead).toContainText('Before: 5 of 40 conversations (12.5\u00a0%).');
  await expect(lead).toContainText('Median wait for a person: 4m, before 2m.');
  await expect(lead).toContainText(/The reason that grew most is “.Safety topic.”, from 0 to 10\./);
  await expect(lead).toContainText(/The question that grew most is “.my display shows e21.”, from 0 to 12\./);
  await expect(lead).not.toContainText('Too few');
  await expect(lead).toContainText(/20 Oct to 18 Nov, UTC, compared with 20 Sept? to 19 Oct, UTC\./);

  const questions = page.getByRole('table', { name: /^Questions/ });
  await expect(questions.getByRole('rowheader')).toHaveText([ORDER, NEW, REFUND]);
  await expect(questions.getByRole('row').filter({ hasText: NEW })).toContainText('1230.0\u00a0%0newNo starter');
  await expect(questions.getByRole('row').filter({ hasText: ORDER })).toContainText('2870.0\u00a0%30−2Track my order');
  const states = page.getByRole('table', { name: /^States of handoffs/ });
  await expect(states.getByRole('row').filter({ hasText: 'Taken' })).toContainText('16100.0\u00a0%5+11');
  await checkA11y(page);

  await page
    .getByRole('table', { name: /^Reasons for handoffs/ })
    .getByRole('link', { name: SAFETY })
    .click();
  await expect(page).toHaveURL(/\/conversations\/handovers\?.*reason=Safety/);
  await expect(page.getByRole('status').filter({ hasText: /^10 / })).toBeVisible();
  await page.goBack();
  await lead.getByRole('link', { name: '16 of 40' }).click();
  await expect(rows(page)).toHaveCount(16);
  await page.goBack();

  const file = await saved(page, () => region(page, 'Questions').getByRole('button', { name: 'Download CSV' }).click());
  expect(file.lines).toEqual([
    'question,count,share,previous_count,conversations',
    `${ORDER},28,0.7,30,28`,
    `${NEW},12,0.3,0,12`,
    `${REFUND},0,0,10,0`,
  ]);
});

test('CP-08: a question without a starter has one to copy; each opens its conversations and begins a saved reply', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await makeTwoWindows(site);
  await signIn(page, site, { path: '/conversations/insights' });
  const questions = page.getByRole('table', { name: /^Questions/ });
  const asked = questions.getByRole('row').filter({ hasText: NEW });
  await asked.getByRole('button', { name: 'Copy a starter: My display shows e21' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('My display shows e21');
  await expect(questions.getByRole('row').filter({ hasText: ORDER }).getByRole('button')).toHaveCount(0);

  await asked.getByRole('link', { name: NEW, exact: true }).click();
  await expect(rows(page)).toHaveCount(12);
  await page.goBack();
  await asked.getByRole('link', { name: `Draft an answer to: ${NEW}` }).click();
  await expect(page).toHaveURL(/\/settings\/saved-replies\?new=.*title=my/);
});

test('CP-07: few questions are not compared, no questions say so, and a part that fails says why beside the others', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  await signIn(page, site, { path: '/conversations/insights' });
  await expect(page.getByText('No questions in these days')).toBeVisible();
  await expect(region(page, 'Handovers')).toContainText('No conversation began in these days.');
  await checkA11y(page);

  await makeConversations(site, conversations({ day: '2026-11-10', question: NEW, count: 12 }));
  const error = { code: 'internal_error', message: 'broken' };
  await intercept(page, /report=drafts/, (route) =>
    route.fulfill({ status: 500, json: { ok: false, error }, headers: { 'x-request-id': 'req-77' } }),
  );
  await page.reload();
  await expect(region(page, 'Handovers')).toContainText('Too few to compare: that takes 30 conversations');
  await expect(page.getByRole('link', { name: NEW, exact: true })).toBeVisible();
  const drafts = region(page, 'Drafts of the copilot');
  await expect(drafts.getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.unrouteAll();
  await drafts.getByRole('button', { name: 'Retry' }).click();
  await expect(drafts).toContainText('No drafts in these days');
});

const Drafts = z.object({
  data: z.object({ drafts: z.number(), as_is: z.number(), edited: z.number(), discarded: z.number() }),
});

test('CP-11: how many drafts were used, edited and thrown away, of those that a reply followed', async ({
  page,
  demoSite,
  clock,
}) => {
  await signIn(page, demoSite, { path: '/conversations/insights?days=90' });
  const drafts = region(page, 'Drafts of the copilot');
  await expect(drafts).toContainText('drafts were used where a reply followed');
  const day = (ahead: number) => new Date(clock.now().getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
  const [from, to] = [day(-89), day(1)];
  const { json } = await demoSite.call('GET', 'ai_reports', { query: { report: 'drafts', from, to } });
  const { data } = Drafts.parse(json);
  const settled = data.as_is + data.edited + data.discarded;
  expect(settled).toBeGreaterThan(0);
  await expect(drafts).toContainText(`${data.as_is + data.edited} of ${settled} drafts were used`);
  await expect(drafts).toContainText(`Used as is${data.as_is}Edited${data.edited}Thrown away${data.discarded}`);
  await expect(drafts).toContainText(`No reply yet${data.drafts - settled}`);
});

test('@phone CP-07: a phone has the sentence, the chart and the lists below each other', async ({ page, demoSite }) => {
  await signIn(page, demoSite, { path: '/conversations/insights' });
  await expect(region(page, 'Handovers').getByRole('heading')).toBeVisible();
  const questions = page.getByRole('table', { name: /^Questions/ });
  await expect(questions.getByRole('link', { name: /^Draft an answer/ }).first()).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await checkA11y(page);
});

test('@document CP-07: a service with the API document alone lists the same, without the days before, and says so', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: '/conversations/insights' });
  await expect(page.getByText(/This service doesn’t say how it was before\.$/)).toBeVisible();
  const questions = page.getByRole('table', { name: /^Questions/ });
  await expect(questions.getByRole('columnheader', { name: 'Now' })).toBeVisible();
  await expect(questions.getByRole('columnheader', { name: 'Before' })).toBeHidden();
  const file = await saved(page, () => region(page, 'Questions').getByRole('button', { name: 'Download CSV' }).click());
  expect(file.lines[0]).toBe('question,count,share');
  // Neither its conversations nor a saved reply.
  await expect(questions.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('table', { name: /^Reasons for handoffs/ })).toBeVisible();
  await expect(page.getByRole('table', { name: /^States of handoffs/ })).toBeVisible();
  await expect(region(page, 'Handovers')).toBeHidden();
  await checkA11y(page);
});
