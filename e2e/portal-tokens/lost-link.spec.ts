import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { issueLink, linksOf, revealOf, shownLink, test } from './portal-tokens-support.ts';

test('PT-03: a service that does not show a link again says until when it works, and a new one is issued beside it', async ({
  page,
  service,
  problems,
}) => {
  // Nobody has written under the address.
  problems.allow(/Failed to load resource.*404/);
  const email = 'mallow@lost.example';
  const known = await issueLink(service, email);
  // As some services answer: the link is there, and what opens it is not told again.
  await page.route('**/v1/api.ashx?resource=portal_token', async (route) => {
    const sent = route.request().postDataJSON() as { reuse_active: boolean };
    if (!sent.reuse_active) return route.continue();
    const response = await route.fetch();
    const json = (await response.json()) as { data: Record<string, unknown> };
    const { token: _token, token_url: _url, reused: _reused, ...data } = json.data;
    await route.fulfill({ response, json: { ...json, data } });
  });
  await signIn(page, service, { path: '/manage/portal-tokens' });
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'Issue portal link' });
  await form.getByRole('textbox', { name: 'Customer’s email' }).fill(email);
  await form.getByRole('button', { name: 'Issue link' }).click();
  const lost = page.getByRole('dialog', { name: /^An active link exists until \d/ });
  await expect(lost).toContainText('This service does not show it again.');
  await expect(lost.getByRole('textbox', { name: 'Portal link' })).toHaveCount(0);
  await checkA11y(page);
  await lost.getByRole('button', { name: 'Issue a new one instead' }).click();
  expect(await shownLink(page)).not.toContain(known.token);
  await expect(revealOf(page)).toBeVisible();
  expect((await linksOf(service, email)).map(({ state }) => state)).toEqual(['active', 'active']);
});
