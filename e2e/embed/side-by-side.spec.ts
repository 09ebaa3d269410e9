import { settled } from '#e2e/support/settled.ts';
import { expect, test } from './embed-test.ts';
import { SANDBOX } from './host-page.ts';
import { openPalette } from '#e2e/support/open-palette.ts';

test('EM-01, EM-05: frames side by side fetch their scripts once, each has its own state, and keys act in the focused one alone', async ({
  host,
  demoSite,
  between,
}) => {
  const { page } = host;
  const fetched: string[] = [];
  between.tamper = ({ path }) => {
    if (path.endsWith('.js') || path.endsWith('.css')) fetched.push(path);
    return false;
  };
  await host.open();
  await page.evaluate(() => {
    const field = document.createElement('input');
    field.ariaLabel = 'Search the portal';
    document.body.append(field);
    addEventListener('keydown', (event) => (document.title += ` ${event.key}`));
  });
  const field = page.getByRole('textbox', { name: 'Search the portal' });
  await field.focus();
  const options = { sandbox: SANDBOX, height: 700, answer: { token: demoSite.token } };
  const one = await host.add({ ...options, src: `${between.url}/embed/csat` });
  const other = await host.add({ ...options, src: `${between.url}/embed/csat?days=90` });
  const third = await host.add({ ...options, src: `${between.url}/embed/inbox` });
  for (const { heading } of [one, other]) await expect(heading).toContainText('CSAT');
  await expect(third.heading).toContainText('Inbox');
  await settled(page);
  expect(fetched.toSorted()).toEqual([...new Set(fetched)].toSorted());

  const query = async (hosted: typeof one) => new URL((await hosted.frame()).url()).search;
  // The focus is where the person left it: the keys are the portal's.
  await expect(field).toBeFocused();
  await page.keyboard.press('1');
  await settled(page);
  await expect(field).toHaveValue('1');
  await expect(page).toHaveTitle('Portal 1');
  expect(await query(one)).toBe('');

  await one.heading.click();
  await page.keyboard.press('1');
  await expect.poll(() => query(one)).toBe('?days=7');
  expect(await query(other)).toBe('?days=90');
  await expect(page).toHaveTitle('Portal 1');
  await expect(field).toHaveValue('1');
  await openPalette(page);
  await expect(one.inside.getByRole('dialog')).toHaveCount(0);
});
