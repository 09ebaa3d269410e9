import { makeTicket } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { detail } from './ticket-support.ts';

const SUBJECT = 'After the service in spring the gears jump and the light at the back is dark '
  .repeat(4)
  .slice(0, 280)
  .trim();

test('a subject of 280 characters takes two lines until it has the focus, and created and updated take one each', async ({
  page,
  site,
}) => {
  const { id } = await makeTicket(site, { subject: SUBJECT });
  await signIn(page, site, { path: `/inbox?ticket=${id}` });
  const heading = detail(page).getByRole('heading', { name: SUBJECT });
  await expect(heading).toBeVisible();
  const lines = () =>
    heading.evaluate((element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));
  await expect.poll(lines).toBeLessThanOrEqual(2.1);
  await heading.focus();
  await expect.poll(lines).toBeGreaterThan(2.9);
  for (const name of ['Created', 'Updated']) {
    const fact = page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd time');
    await expect(fact).toHaveText(/^\d{1,2} \w{3}, \d\d:\d\d$/);
    const height = async () => (await fact.boundingBox())?.height;
    await expect.poll(height).toBeLessThan(24);
  }
  await expect(detail(page).getByText('Logged as')).toBeVisible();
  await expect(detail(page)).toContainText('Shown on the customer portal only. Nothing is emailed.');
});
