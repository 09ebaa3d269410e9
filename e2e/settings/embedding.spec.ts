import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const PATH = '/settings/embedding';

test('EM-09: the snippet follows the choices, which are in the URL; the allowed portals are listed', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, site, { path: PATH });
  const snippet = page.getByRole('region', { name: 'Snippet' }).locator('code').first();
  await expect(snippet).toContainText("path: '/embed/ai-usage',");
  await expect(snippet).not.toContainText('edit: true');
  await checkA11y(page);

  await page.getByLabel('View', { exact: true }).selectOption('CSAT');
  await page.getByLabel('Part').selectOption('Trend alone');
  await page.getByText('Allow changes', { exact: true }).click();
  await expect(page.getByText('Viewers can follow up low scores')).toBeVisible();
  await expect(page.getByText('an API token (read, csat:write)')).toBeVisible();
  await expect(snippet).toContainText(`service: '${site.url}',
    path: '/embed/csat?only=trend',
    edit: true,
    getToken,`);
  await page.getByRole('button', { name: 'Copy snippet' }).click();
  await expect(page).toHaveURL(`${site.url}${PATH}?view=csat&only=trend&edit=1`);
  const chosen = (await snippet.textContent()) ?? '';
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(chosen);
  await page.reload();
  await expect(snippet).toHaveText(chosen);

  const allowed = await page.locator('meta[name="support-console:embed-origins"]').getAttribute('content');
  const listed = page.getByRole('region', { name: 'Who may embed' }).getByRole('listitem');
  await expect(listed).toHaveText((allowed ?? '').split(' ').filter((origin) => origin !== ''));
});
