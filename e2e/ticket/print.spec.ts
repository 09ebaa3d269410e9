import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { makeTicket, reply, test, writeElsewhere } from './ticket-support.ts';

const INSTANT = /^"\d{1,2} \w{3} \d{4}, \d\d:\d\d UTC"$/;

for (const path of ['/tickets/:id?tab=links', '/inbox?ticket=:id']) {
  test(`IN-28: ${path} on paper is the ticket alone, whole and light`, async ({ page, service }) => {
    const { id, ticket_number: number } = await makeTicket(service, { requester_phone: '+49 151 5550 1884' });
    for (let index = 0; index < 30; index += 1) {
      await writeElsewhere(service, id, `Message ${index}\n`.repeat(4), index % 2 === 0 ? 'public' : 'internal');
    }
    await signIn(page, service, { path: `${path.replace(':id', String(id))}&theme=dark` });
    await expect(page.getByRole('heading', { name: 'Chain jumps on the third gear' })).toBeVisible();
    await expect(reply(page)).toBeVisible();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('heading', { name: 'Chain jumps on the third gear' })).toBeVisible();
    await expect(page.getByText(`#${number}`, { exact: true }).locator('visible=true')).toHaveCount(1);
    await expect(page.getByRole('article')).toHaveCount(31);
    for (const article of [page.getByRole('article').first(), page.getByRole('article').last()]) {
      await expect(article).toBeVisible();
      const time = article.locator('time');
      expect(await time.evaluate((element) => getComputedStyle(element, '::after').content)).toMatch(INSTANT);
      expect(await time.evaluate((element) => getComputedStyle(element).fontSize)).toBe('0px');
    }
    await expect(page.getByText('+49 151 5550 1884').locator('visible=true')).toHaveCount(1);
    await expect(page.getByText('Normal', { exact: true }).locator('visible=true')).toHaveCount(1);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('grid')).toHaveCount(0);
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(reply(page)).toHaveCount(0);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(247, 247, 245)');
    await expect(page.getByRole('article').first()).toHaveCSS('break-inside', 'avoid');
    // All of it takes more than a page; a pane that scrolls would print one.
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(2);
  });
}

test('Print of the menu asks the browser to print', async ({ page, service }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', String(document.querySelector('[role="menu"]')));
  });
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/tickets/${id}` });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'null');
});
