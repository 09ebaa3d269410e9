import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { head, NOW, region } from './csat-support.ts';

test(
  'CS-01, CS-02, CS-04, CS-05: a service with the API document alone has the score, its days and the newest answers, and no more',
  { tag: '@document' },
  async ({ page, clock, site }) => {
    await clock.set(NOW);
    // Without the extension `ingest` no call of the API brings answers.
    for (const score of [5, 4, 0]) {
      const { id } = await makeTicket(site);
      await site.query`insert into csat_response (site_id, id, ticket_id, score, comment, created_utc, priority, channel,
        first_reply, within_hours, handled_by) values (${site.siteId}, ${score + 1}, ${id}, ${score}, ${`Gave ${score}`},
        '2026-11-11T08:00:00Z', 'normal', 'email', 'none', 'inside', 'person') returning 1 as one`;
    }
    await signIn(page, site, { path: '/csat' });
    await expect(head(page)).toContainText('3.00 of 5 from 3 answers; 66.7\u00a0% gave 4 or 5.');
    await expect(page.getByText(/need the extension “csat_reports”, which this service does not have/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Follow-up' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Splits' })).toHaveCount(0);
    await expect(page.getByText('Response rate', { exact: true })).toHaveCount(0);
    await page.keyboard.press('t');
    await expect(region(page, 'Mean per day').getByRole('row', { name: /^11 Nov/ })).toContainText(/3\.00\s*3/);
    await checkA11y(page);
    const newest = region(page, 'Newest answers');
    await expect(newest.getByRole('listitem')).toHaveCount(3);
    await region(page, 'Scores')
      .getByRole('button', { name: /^Score 0/ })
      .click();
    await expect(newest.getByRole('listitem')).toHaveCount(1);
    await expect(newest).toContainText('Gave 0');
    // Without the extension `sessions` another document has no token.
    await signIn(page, site, { path: '/csat/follow-up' });
    await expect(page.getByText('Not provided by this service').first()).toBeVisible();
  },
);
