import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { head, region } from './csat-support.ts';

/** The command takes nothing that is in the future by the machine's clock. */
const PAST = '2025-11-18T10:00:00Z';

test(
  'CS-01, CS-02, CS-04, CS-05: a service with the API document alone has the score, its days and the newest answers, and no more',
  { tag: '@document' },
  async ({ page, clock, service, makeSite }) => {
    await clock.set(PAST);
    const site = await makeSite();
    const folder = await mkdtemp(join(tmpdir(), 'csat-'));
    const write = async (kind: string, rows: readonly object[]) => {
      const file = join(folder, `${kind}.ndjson`);
      await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      const done = await service.admin('import', '--site-id', String(site.siteId), '--kind', kind, '--file', file);
      expect(done).toMatchObject({ failed_rows: 0, error_sample: [] });
    };
    const scores = [5, 4, 0] as const;
    const tickets = await makeTickets(site, scores.length);
    await write(
      'csat',
      scores.map((score, at) => ({
        ticket_id: tickets[at]?.id,
        score,
        comment: `Gave ${score}`,
        created_utc: '2025-11-11T08:00:00Z',
      })),
    );
    await rm(folder, { recursive: true });
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
