import type { ServerResponse } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import { row } from '#e2e/inbox/inbox-support.ts';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import type { Answer, TamperingProxy } from '#e2e/support/tampering-proxy.ts';
import { expect, test } from '#e2e/support/test.ts';

const alert = (page: Page): Locator => page.getByRole('alert').filter({ hasText: /\S/ });
const rows = (page: Page): Locator => page.getByRole('grid', { name: 'Tickets' }).getByRole('row');
const json = { 'content-type': 'application/json' };
const REQUEST_ID = 'req_0123456789abcdefghijkl';

async function openFolder(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).first().click();
}

interface Failure {
  readonly what: string;
  readonly title: string;
  readonly answer: (response: ServerResponse, told: Answer) => void;
}

const SERVER_ERROR: Failure = {
  what: 'status 500',
  title: 'The service had an error',
  answer: (response) =>
    response
      .writeHead(500, { ...json, 'X-SVC-Request-Id': REQUEST_ID })
      .end(`{"ok":false,"error":{"code":"internal_error","message":"${REQUEST_ID}"}}`),
};
const CUT_SHORT: Failure = {
  what: 'an answer that is cut short',
  title: 'Unexpected response from the server',
  answer: (response, { text }) => response.writeHead(200, json).end(text.slice(0, text.length / 2)),
};
/** Each in a list of its own, which the page has not shown before. */
const FAILURES: readonly (readonly [RegExp, Failure])[] = [
  [/^Inbox/, SERVER_ERROR],
  [
    /^Urgent/,
    {
      what: 'a gateway error without an envelope',
      title: 'The service had an error',
      answer: (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    },
  ],
  [/^Unassigned/, CUT_SHORT],
  [
    /^Snoozed/,
    {
      what: 'an answer that breaks off',
      title: 'Unexpected response from the server',
      answer: (response, { text }) =>
        response
          .writeHead(200, { ...json, 'content-length': String(text.length + 100) })
          .write(text, () => response.destroy()),
    },
  ],
  [
    /^Pending/,
    {
      what: 'a page instead of JSON',
      title: 'Unexpected response from the server',
      answer: (response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Sign in to the café'),
    },
  ],
];

test('the list says that an answer is none, whatever is wrong with it, and Retry brings it', async ({
  page,
  between,
  demoSite,
  clock,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  // Tries that the page makes by itself come without a wait.
  await clock.holdTimers(page);
  await signIn(page, { ...demoSite, url: between.url }, { path: '/settings/appearance' });
  for (const [folder, { what, title, answer }] of FAILURES) {
    await test.step(what, async () => {
      between.tamper = ({ resource, query, answer: told }, response) => {
        // Counts of folders are lists too.
        if (resource !== 'tickets' || query.get('limit') === '1') return false;
        answer(response, told);
        return true;
      };
      await openFolder(page, folder);
      const failed = alert(page).filter({ hasText: title });
      await expect(async () => {
        await page.clock.fastForward(2_000);
        await expect(failed).toBeVisible({ timeout: 500 });
      }).toPass();
      if (what === SERVER_ERROR.what) await expect(failed).toContainText(REQUEST_ID);
      // Of a failure with a request id axe looks at the same list in e2e/inbox/states.spec.ts.
      if (what === CUT_SHORT.what) await checkA11y(page);
      between.tamper = null;
      await failed.getByRole('button', { name: 'Retry' }).click();
      await expect(failed).toBeHidden();
      await expect(page.getByRole('grid', { name: 'Tickets' })).not.toHaveAttribute('aria-busy', 'true');
    });
  }
  await expect(rows(page).first()).toBeVisible();
});

test(
  'on a phone the list says that an answer is none',
  { tag: '@phone' },
  async ({ page, between, demoSite, problems }) => {
    problems.allow(/Failed to load resource/);
    await signIn(page, { ...demoSite, url: between.url }, { path: '/settings/appearance' });
    between.tamper = ({ resource, answer }, response) => {
      if (resource === 'tickets') CUT_SHORT.answer(response, answer);
      return resource === 'tickets';
    };
    await openFolder(page, /^Inbox/);
    const failed = alert(page).filter({ hasText: CUT_SHORT.title });
    await expect(failed).toBeVisible();
    await checkA11y(page);
    between.tamper = null;
    await failed.getByRole('button', { name: 'Retry' }).tap();
    await expect(rows(page).first()).toBeVisible();
    await expect(failed).toBeHidden();
  },
);

test('a state that nobody knows is shown as it is sent, and fields that nobody knows change nothing', async ({
  page,
  between,
  demoSite,
}) => {
  between.tamper = ({ resource, answer }, response) => {
    if (resource === '') return false;
    const text = answer.text
      .replaceAll('{', '{"new_field":{},')
      .replaceAll(',}', '}')
      .replace('"status":"open"', '"status":"dreaming"');
    response.writeHead(answer.status, json).end(text);
    return true;
  };
  await signIn(page, { ...demoSite, url: between.url }, { path: '/inbox?status=open' });
  await expect(rows(page).getByRole('img', { name: 'dreaming' }).first()).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
  await row(page, 0).click();
  await expect(page).toHaveURL(/ticket=/);
  await expect(page.getByRole('article').first()).toBeVisible();
  await settled(page);
  await expect(alert(page)).toHaveCount(0);
});

test('too many calls: the seconds are counted down, then the list comes by itself; an answer that never comes is given up after 30', async ({
  page,
  between,
  demoSite,
  clock,
  problems,
}) => {
  problems.allow(/429/);
  await clock.holdTimers(page);
  await signIn(page, { ...demoSite, url: between.url }, { path: '/settings/appearance' });
  between.tamper = ({ resource }, response) => {
    if (resource !== 'tickets') return false;
    response
      .writeHead(429, { ...json, 'Retry-After': '40' })
      .end('{"ok":false,"error":{"code":"rate_limited","message":"wait"}}');
    return true;
  };
  await openFolder(page, /^Inbox/);
  await expect(alert(page)).toContainText('Too many requests');
  await expect(alert(page)).toContainText(/in [234]\d seconds/);
  await page.clock.fastForward(20_000);
  await expect(alert(page)).toContainText(/in 1?\d seconds/);
  between.tamper = null;
  await page.clock.fastForward(21_000);
  await expect(rows(page).first()).toBeVisible();

  const asked = Promise.withResolvers<void>();
  between.tamper = ({ resource, query }) => {
    const isHeld = resource === 'tickets' && query.get('limit') !== '1';
    if (isHeld) asked.resolve();
    return isHeld;
  };
  await openFolder(page, /^Urgent/);
  await asked.promise;
  await page.clock.fastForward(31_000);
  const failed = alert(page).filter({ hasText: 'The service took too long' });
  await expect(failed).toBeVisible();
  between.tamper = null;
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(failed).toBeHidden();
  await expect(rows(page).first()).toBeVisible();
});

test('whoami that fails while a page is opened: a calm page with Retry', async ({ page, between, site, problems }) => {
  // The library that draws the page reports what an error boundary caught.
  problems.allow(/ApiFailure/);
  await signIn(page, { ...site, url: between.url }, { path: '/settings/appearance' });
  between.tamper = ({ resource }, response) => {
    if (resource === 'whoami') response.writeHead(200, json).end('[]');
    return resource === 'whoami';
  };
  // A tab that has an answer of before starts with that.
  await page.evaluate(() => sessionStorage.removeItem('support-console:whoami'));
  await page.reload();
  const failed = alert(page).filter({ hasText: 'Unexpected response from the server' });
  await expect(failed).toBeVisible();
  await checkA11y(page);
  between.tamper = null;
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

/** Opens the inbox over `between`, and has scripts that it has not loaded yet answered by `refuse` from then on. */
async function loseCode(page: Page, site: Site, between: TamperingProxy, refuse: (response: ServerResponse) => void) {
  const loaded = new Set<string>();
  between.tamper = ({ path }) => {
    loaded.add(path);
    return false;
  };
  await signIn(page, { ...site, url: between.url }, { path: '/inbox' });
  await expect(page.getByRole('grid', { name: 'Tickets' })).toBeVisible();
  await settled(page);
  return (isAll: boolean): void => {
    between.tamper = ({ path }, response) => {
      const isRefused = path.endsWith('.js') && (isAll || !loaded.has(path));
      if (isRefused) refuse(response);
      return isRefused;
    };
  };
}

test('after a deploy a page that was not opened yet says that there is a new version', async ({
  page,
  between,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource/, /dynamically imported module/);
  await makeTicket(site);
  const lose = await loseCode(page, site, between, (response) => response.writeHead(404).end());
  lose(true);
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByText('Support Console has been updated').last()).toBeVisible();
  between.tamper = null;
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
});

test('a page whose code was lost on the way says so, and comes by itself once the service answers', async ({
  page,
  between,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource/, /dynamically imported module/);
  await makeTicket(site);
  const lose = await loseCode(page, site, between, (response) => response.writeHead(503).end());
  lose(false);
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByText('This page could not be loaded').last()).toBeVisible();
  between.tamper = null;
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
});

test('a hand-edited address shows a page with a way on', async ({ page, demoSite, problems }) => {
  problems.allow(/404|400/);
  await signIn(page, demoSite, { path: '/inbox?status=dreaming&limit=-5&skip=abc&ticket=99999999999999999999' });
  for (const url of [
    null,
    '/inbox?q=%00&dir=sideways&layout=%F0%9F',
    '/tickets/0',
    '/tickets/9223372036854775808',
    '/nowhere/at/all',
    '/sign-in?next=%E0%A4%A',
  ]) {
    await test.step(url ?? 'the first', async () => {
      if (url !== null) await page.goto(url);
      await expect(page.getByRole('link').or(page.getByRole('button')).first()).toBeVisible();
      await settled(page);
      await expect(page.getByText('Something went wrong')).toHaveCount(0);
      await expect(page.getByRole('link').or(page.getByRole('button')).first()).toBeVisible();
    });
  }
});

test('on every page an address that is wrong in part is put right, and what was ignored is said', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: '/settings/appearance' });
  const said = page.getByText('One filter in this link isn’t supported.');
  for (const [path, rest, wrong] of [
    ['/customers', '?channel=sms', 'skip=-1'],
    ['/customers/merge', '?dismissed=1', 'pair=7-7'],
    ['/customers/merges', '', 'id=x'],
    ['/manage/portal-tokens', '?order=uses', 'show=dead'],
    ['/manage/bulk-bind', '?skip=20', 'step=send'],
    ['/inbox', '?status=pending', 'ticket=first'],
  ] as const) {
    await page.goto(`${path}${rest === '' ? '?' : `${rest}&`}${wrong}`);
    await expect(said).toBeVisible();
    // What a page opens by itself, such as the first pair, comes behind.
    await expect(page).toHaveURL(
      ({ search }) => search.startsWith(rest) && !/ignored/.test(search) && !search.includes(wrong),
    );
  }
});
