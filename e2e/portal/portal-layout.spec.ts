import { expect } from '#e2e/support/test.ts';
import { ask, issue, request, test } from './portal-support.ts';

test('PT-11 the list stands left of the request that is shown, each line begins with its status', async ({
  page,
  service,
}) => {
  const email = 'layout@example.org';
  await ask(service, email, 'Short');
  await ask(service, email, 'Another one');
  await page.goto((await issue(service, email)).token_url);
  const thread = page.getByRole('heading', { level: 2, name: 'Another one' });
  await expect(thread).toBeVisible();
  const line = request(page, 'Short');
  const [button, subject, shown] = await Promise.all([
    line.boundingBox(),
    line.getByText('Short', { exact: true }).boundingBox(),
    thread.boundingBox(),
  ]);
  if (button === null || subject === null || shown === null) throw new Error('nothing is shown');
  expect(button.x + button.width).toBeLessThan(shown.x);
  // The sign of the status is 14 px wide and stands before the subject, on its line.
  expect(subject.x - button.x).toBeLessThan(60);
  const sign = await line.locator('svg').boundingBox();
  expect(Math.abs((sign?.y ?? 0) - subject.y)).toBeLessThan(12);
});
