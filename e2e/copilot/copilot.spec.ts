import { refuse } from '#e2e/inbox/bulk-support.ts';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { answersOf, button, note, reply, widthTooMuch, writeElsewhere } from '#e2e/ticket/ticket-support.ts';
import { completionOf, sendCompletion } from '#server/testing/fake-provider.ts';
import { answerWith, copilot, draft, enterKey, KEY, lastTold, saveReply, test } from './copilot-support.ts';

test('CP-01: by keys alone an agent drafts a reply that hides a phone number, edits it and sends it', async ({
  page,
  site,
  provider,
}) => {
  const { id } = await makeTicket(site, { initial_comment: 'It jumps. Call +49 151 5550 1884, or maren@example.org.' });
  await writeElsewhere(site, id, 'She has a warranty.', 'internal');
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(reply(page)).toBeVisible();
  await page.keyboard.press('d');
  const key = copilot(page).getByRole('textbox', { name: 'Key of your AI provider' });
  await expect(key).toBeFocused();
  await expect(copilot(page)).toContainText('1 of 2 messages, 0 sources, 2 details hidden');
  await page.keyboard.type(KEY);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Draft reply')).toBeFocused();
  await copilot(page).getByText('What the model reads').click();
  await expect(copilot(page).getByRole('region', { name: 'Exactly what is sent' })).toHaveText(
    'Maren Lindqvist (customer): It jumps. Call [phone 1], or [email 1].',
  );
  await copilot(page)
    .getByRole('checkbox', { name: /^maren@example\.org/ })
    .uncheck();
  await expect(copilot(page)).toContainText('1 detail hidden');
  await checkA11y(page);

  answerWith(provider, 'Hello Maren, please tighten the cable. We call [phone 1].');
  await button(page, 'Draft reply').press('Enter');
  await expect(draft(page)).toContainText('please tighten the cable. We call +49 151 5550 1884.');
  expect(lastTold(provider)).toContain('Call [phone 1], or maren@example.org.');
  expect(lastTold(provider)).toContain('Friendly and warm');
  expect(lastTold(provider)).not.toContain('warranty');
  expect(provider.calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  await checkA11y(page);

  await expect(button(page, 'Insert')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(reply(page)).toBeFocused();
  await expect(reply(page)).toHaveValue('Hello Maren, please tighten the cable. We call +49 151 5550 1884.');
  expect(await answersOf(site, id)).toEqual(['She has a warranty.']);
  await page.keyboard.type(' Samir');
  await page.keyboard.press('Control+Enter');
  await expect(draft(page)).toHaveCount(0);
  await expect
    .poll(() => answersOf(site, id))
    .toContain('Hello Maren, please tighten the cable. We call +49 151 5550 1884. Samir');
});

test('CP-11: a reply says whether it was the draft, a changed one or another text', async ({
  page,
  site,
  provider,
}) => {
  answerWith(provider, 'Hello Maren, please tighten the cable.');
  const uses: string[] = [];
  for (const after of ['as_is', 'edited', 'discarded']) {
    const { id } = await makeTicket(site);
    await signIn(page, site, { path: `/tickets/${id}` });
    await copilot(page).getByRole('button', { name: 'Draft a reply' }).click();
    await enterKey(page);
    await button(page, 'Draft reply').click();
    await expect(draft(page)).toBeVisible();
    if (after !== 'discarded') await button(page, 'Insert').click();
    await reply(page).press('End');
    if (after !== 'as_is') await page.keyboard.type(' We wait for you.');
    await button(page, 'Send reply').click();
    await expect(draft(page)).toHaveCount(0);
    await expect.poll(async () => (await answersOf(site, id)).length).toBe(1);
    uses.push(after);
  }
  const { json } = await site.call('GET', 'ai_reports', { query: { report: 'drafts' } });
  expect(json).toMatchObject({ data: { drafts: 3, as_is: 1, edited: 1, discarded: 1 } });
  expect(uses).toHaveLength(3);
});

test('CP-01: a summary shows its points and is inserted as a note; a hint makes another draft', async ({
  page,
  site,
  provider,
}) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(reply(page)).toBeVisible();
  await page.keyboard.press('s');
  await enterKey(page);
  answerWith(provider, '- It jumps.\n- Since yesterday.\n- No answer yet.');
  await button(page, 'Summarise').click();
  const summary = copilot(page).getByRole('region', { name: 'AI summary' });
  await expect(summary.getByRole('listitem')).toHaveText(['It jumps.', 'Since yesterday.', 'No answer yet.']);
  await copilot(page).getByRole('radio', { name: 'Reply' }).click();
  await expect(summary).toHaveCount(0);
  await copilot(page).getByRole('radio', { name: 'Summary' }).click();
  await button(page, 'Insert as note').click();
  await expect(note(page)).toHaveValue('- It jumps.\n- Since yesterday.\n- No answer yet.');

  await copilot(page).getByRole('radio', { name: 'Reply' }).click();
  await copilot(page).getByRole('radio', { name: 'Own words' }).click();
  await copilot(page).getByRole('textbox', { name: 'Tone in your words' }).fill('Like a mechanic');
  await button(page, 'Draft reply').click();
  await expect(draft(page)).toBeVisible();
  await copilot(page).getByRole('radio', { name: 'Summary' }).click();
  await expect(summary).toBeVisible();
  await copilot(page).getByRole('radio', { name: 'Reply' }).click();
  await copilot(page).getByRole('textbox', { name: 'What should be different?' }).fill('Offer Monday');
  answerWith(provider, 'Come on Monday.');
  await page.keyboard.press('Enter');
  await expect(draft(page)).toContainText('Come on Monday.');
  expect(lastTold(provider)).toContain('Like a mechanic. Offer Monday');
  // At the caret, instead of what is selected.
  await reply(page).or(note(page)).first().focus();
  await page.getByRole('tab', { name: /Public reply/ }).click();
  await reply(page).fill('Hello. NOW. Bye');
  await reply(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(7, 11));
  await button(page, 'Insert').click();
  await expect(reply(page)).toHaveValue('Hello. Come on Monday. Bye');
  await page.keyboard.press('Control+z');
  await expect(reply(page)).toHaveValue('Hello. NOW. Bye');
  await button(page, 'Dismiss').click();
  await expect(draft(page)).toHaveCount(0);
});

test('CP-02: the newest messages that fit go in, and a person changes that within 8,000 characters', async ({
  page,
  site,
  provider,
}) => {
  const { id } = await makeTicket(site, { initial_comment: `First. ${'a'.repeat(5_000)}` });
  await writeElsewhere(site, id, `Second. ${'🚲'.repeat(5_000)}`);
  await signIn(page, site, { path: `/tickets/${id}` });
  await copilot(page).getByRole('button', { name: 'Draft a reply' }).click();
  await enterKey(page);
  await expect(copilot(page)).toContainText('1 of 2 messages');
  await expect(copilot(page)).toContainText(/5,0\d\d of 8,000 characters/);
  await copilot(page).getByText('What the model reads').click();
  await copilot(page)
    .getByRole('checkbox', { name: /^Maren Lindqvist/ })
    .check();
  await copilot(page)
    .getByRole('checkbox', { name: /^Robin Tester/ })
    .check();
  await expect(copilot(page).getByRole('button', { name: /^Draft reply/ })).toHaveAttribute('aria-disabled', 'true');
  await expect(copilot(page)).toContainText(/2,0\d\d characters too many/);
  await copilot(page)
    .getByRole('checkbox', { name: /^Robin Tester/ })
    .uncheck();
  await button(page, 'Draft reply').click();
  await expect(draft(page)).toBeVisible();
  expect(lastTold(provider)).toContain('First.');
  expect(lastTold(provider)).not.toContain('Second.');
});

test('CP-03: the provider’s key is in the memory of the tab alone, until it is forgotten', async ({
  page,
  site,
  provider,
}) => {
  const { id } = await makeTicket(site);
  const urls: string[] = [];
  const bodies: string[] = [];
  page.on('request', (request) => {
    urls.push(request.url());
    if (request.postData()?.includes(KEY) === true)
      bodies.push(new URL(request.url()).searchParams.get('resource') ?? '');
  });
  await signIn(page, site, { path: `/tickets/${id}` });
  await copilot(page).getByRole('button', { name: 'Draft a reply' }).click();
  await enterKey(page);
  await button(page, 'Draft reply').click();
  await expect(draft(page)).toBeVisible();
  await button(page, 'Insert').click();
  await expect(reply(page)).toHaveValue('Hello Maren, we look into it.');
  expect(bodies).toEqual(['ai_copilot']);
  expect(urls.join('\n')).not.toContain(KEY);
  const kept = await page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      databases,
      history.state,
      location.href,
    ]);
  });
  expect(kept).toContain('we look into it');
  expect(kept).not.toContain(KEY);
  expect(await page.content()).not.toContain(KEY);
  const replies = await site.query`select r::text as kept from idempotency_record r where site_id = ${site.siteId}`;
  expect(replies.length).toBeGreaterThan(0);
  expect(JSON.stringify(replies)).not.toContain(KEY);
  expect(
    JSON.stringify(await site.query`select c::text as kept from ai_call c where site_id = ${site.siteId}`),
  ).not.toContain(KEY);
  // The drawer of API calls has the call without it.
  await page.getByRole('button', { name: /^Velo Works/ }).click();
  await page.getByRole('button', { name: 'API calls', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'API calls' });
  await expect(drawer).toContainText('ai_copilot');
  expect(await page.content()).not.toContain(KEY);
  await page.keyboard.press('Escape');

  await copilot(page).getByRole('button', { name: 'Forget' }).click();
  await expect(copilot(page).getByRole('textbox', { name: 'Key of your AI provider' })).toHaveValue('');
  await expect(copilot(page).getByRole('button', { name: /^Try again/ })).toHaveAttribute('aria-disabled', 'true');
  await enterKey(page);
  await page.reload();
  await copilot(page).getByRole('button', { name: 'Draft a reply' }).click();
  await expect(copilot(page).getByRole('textbox', { name: 'Key of your AI provider' })).toHaveValue('');
  expect(provider.calls).toHaveLength(1);
});

test('CP-04: what a call costs at most is said before it; a hard cap that is reached stops it, one that is close or soft does not', async ({
  page,
  site,
  provider,
}) => {
  const { id } = await makeTicket(site);
  await site.call('PATCH', 'ai_limits', { body: { monthly_budget_usd: 0.001, action: 'hard' } });
  await signIn(page, site, { path: `/tickets/${id}` });
  await copilot(page).getByRole('button', { name: 'Draft a reply' }).click();
  await enterKey(page);
  // That of the dearest model, as the service may choose it.
  await expect(copilot(page)).toContainText(/Costs at most \$0\.02\d*\./);
  const ask = copilot(page).getByRole('button', { name: /^Draft reply/ });
  await expect(copilot(page)).toContainText(
    'The call could pass this month’s AI budget. The cap is hard: this call is made',
  );
  await expect(ask).not.toHaveAttribute('aria-disabled', 'true');
  await site.call('PATCH', 'ai_limits', { body: { monthly_budget_usd: 0 } });
  await page.reload();
  await copilot(page).getByRole('button', { name: 'Draft a reply' }).click();
  await enterKey(page);
  await expect(copilot(page)).toContainText('This month’s AI budget is used up. The cap is hard');
  await expect(ask).toHaveAttribute('aria-disabled', 'true');
  await checkA11y(page);
  await site.call('PATCH', 'ai_limits', { body: { action: 'soft' } });
  await page.reload();
  await copilot(page).getByRole('button', { name: 'Draft a reply' }).click();
  await enterKey(page);
  await expect(copilot(page)).toContainText('The cap is soft, so the call is made.');
  await copilot(page).getByRole('combobox', { name: 'Model' }).selectOption('lumen-small-1');
  await expect(copilot(page)).toContainText(/Costs at most \$0\.00\d+\./);
  await button(page, 'Draft reply').click();
  await expect(draft(page)).toContainText('lumen-small-1');
  expect(provider.calls[0]?.body.model).toBe('lumen-small-1');
});

test('CP-06: each failure says what to do with its request ID, and the draft on screen stays', async ({
  page,
  site,
  provider,
  problems,
  between,
}) => {
  problems.allow(/status of 502/, /status of 429/, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const { id } = await makeTicket(site);
  await signIn(page, { ...site, url: between.url }, { path: `/tickets/${id}` });
  await copilot(page).getByRole('button', { name: 'Draft a reply' }).click();
  await enterKey(page);
  await button(page, 'Draft reply').click();
  await expect(draft(page)).toContainText('we look into it');
  const alert = copilot(page).getByRole('alert');

  for (const status of [429, 500]) {
    provider.behave = (response) => sendCompletion(response, {}, status);
    await button(page, 'Try again').click();
    await expect(alert).toContainText(
      `The AI provider gave no draft. The AI provider refused the call (status ${status}).`,
    );
  }
  await expect(alert).toContainText('The draft on screen is kept.');
  await expect(alert).toContainText(/Request \w+/);
  await expect(draft(page)).toContainText('we look into it');
  await checkA11y(page);

  provider.behave = (response) => sendCompletion(response, { error: KEY }, 401);
  await button(page, 'Try again').click();
  await expect(alert).toContainText('The AI provider didn’t accept the key');
  await alert.getByRole('button', { name: 'Enter another key' }).click();
  await enterKey(page, 'sk-another');

  answerWith(provider, 'Second draft.');
  await button(page, 'Try again').click();
  await expect(draft(page)).toContainText('Second draft.');
  await expect(alert).toHaveCount(0);
  expect(provider.calls.at(-1)?.headers.authorization).toBe('Bearer sk-another');

  // Cancel while the provider thinks.
  const hanging = Promise.withResolvers<void>();
  provider.behave = async (response) => {
    await hanging.promise;
    sendCompletion(response, completionOf('Too late.'));
  };
  await button(page, 'Try again').click();
  await expect(copilot(page)).toContainText(/Asking the AI provider/);
  await button(page, 'Cancel').click();
  await expect(button(page, 'Try again')).toBeVisible();
  hanging.resolve();
  await expect(draft(page)).toContainText('Second draft.');

  await site.call('PATCH', 'ai_limits', { body: { minute_call_limit: 1, action: 'hard' } });
  await button(page, 'Try again').click();
  await expect(alert).toContainText('An AI cap stops this call. The AI calls for this minute are used up.');

  for (const [code, status, sentence] of [
    ['copilot_failed', 502, 'This service has no AI provider. An administrator can set AI_PROVIDER_BASE_URL.'],
    ['rate_limited', 429, /Too many requests.*Try again in \d+ seconds/],
  ] as const) {
    between.tamper = ({ resource }, response) =>
      resource === 'ai_copilot' && refuse(response, status, code, { 'retry-after': '30' }, 'no provider is configured');
    await site.call('PATCH', 'ai_limits', { body: { minute_call_limit: null } });
    await page.reload();
    await copilot(page).getByRole('button', { name: 'Draft a reply' }).click();
    await enterKey(page);
    await button(page, 'Draft reply').click();
    await expect(alert).toContainText(sentence);
  }
  await expect(copilot(page).getByRole('button', { name: /^Draft reply/ })).toHaveAccessibleDescription(
    /Wait \d+ seconds/,
  );
});

test('CP-10: the saved replies that a draft is about are its sources, are named under it and can be left out', async ({
  page,
  site,
  provider,
}) => {
  await saveReply(site, 'Chain jumps', 'A chain that jumps on a gear needs a new cable. Tighten the cable first.');
  await saveReply(site, 'Refund', 'The refund arrives within 14 days.');
  const { id } = await makeTicket(site, { initial_comment: 'My chain jumps on the third gear, the cable is loose.' });
  await signIn(page, site, { path: `/tickets/${id}` });
  await copilot(page).getByRole('button', { name: 'Draft a reply' }).click();
  await enterKey(page);
  await expect(copilot(page)).toContainText('1 source,');
  await button(page, 'Draft reply').click();
  await expect(draft(page)).toContainText('Based on: Chain jumps.');
  expect(lastTold(provider)).toContain('Sources:\n\nChain jumps\nA chain that jumps');
  await copilot(page).getByText('What the model reads').click();
  await copilot(page)
    .getByRole('checkbox', { name: /^Chain jumps, saved reply/ })
    .uncheck();
  await button(page, 'Try again').click();
  await expect.poll(() => provider.calls.length).toBe(2);
  expect(lastTold(provider)).not.toContain('Sources:');
  await expect(draft(page)).not.toContainText('Based on');
});

test('CP-01: a token without the scope reads why it can draft nothing', async ({ page, site, provider: _none }) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}`, token: site.tokens.readOnly });
  const open = copilot(page).getByRole('button', { name: /^Draft a reply/ });
  await expect(open).toHaveAttribute('aria-disabled', 'true');
  await expect(open).toHaveAccessibleDescription(/lacks the scope ai:invoke/);
});

test('CP-01: with the API document alone the draft is copied @document', async ({ page, site, provider, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await copilot(page).getByRole('button', { name: 'Draft a reply' }).click();
  await enterKey(page);
  await button(page, 'Draft reply').click();
  await expect(draft(page)).toContainText('we look into it');
  await expect(button(page, 'Insert')).toHaveCount(0);
  await expect(copilot(page)).not.toContainText('source');
  await button(page, 'Copy draft').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Hello Maren, we look into it.');
  expect(provider.calls[0]?.body.messages[1].content).toContain('it jumps since yesterday');
});

test('CP-01: on a phone a draft is made and inserted @phone', async ({ page, site, provider: _says }) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await copilot(page).getByRole('button', { name: 'Draft a reply' }).tap();
  await enterKey(page);
  await button(page, 'Draft reply').tap();
  await expect(draft(page)).toBeVisible();
  await checkA11y(page);
  await expect.poll(() => widthTooMuch(page)).toBe(0);
  await button(page, 'Insert').tap();
  await expect(reply(page)).toHaveValue('Hello Maren, we look into it.');
});
