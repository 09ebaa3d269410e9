import type { Locator, Page } from '@playwright/test';
import { makeAnswers, makeTicket, makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
import type { OwnSite, Site } from '#e2e/support/service.ts';
import type { TestClock } from '#e2e/support/test-clock.ts';
import { expect } from '#e2e/support/test.ts';

/** A Wednesday: the time of every test. The 30 days are 20 Oct to 18 Nov. */
export const NOW = '2026-11-18T10:00:00Z';

type Rated = readonly [createdUtc: string, score: number, comment: string | null, channel: string];

/**
 * Nine answers of the last 30 days: 5, 5, 5, 5, 5, 4, 3, 2, 0, which is 34 of 45 points, a mean of 3.78; six gave 4 or 5.
 * Six of them came on 17 Nov. Five of 5 are of the 30 days before.
 */
export const ANSWERS = [
  ['2026-11-17T09:00:00Z', 5, 'Back on the road in a day.', 'email'],
  ['2026-11-17T09:01:00Z', 5, null, 'email'],
  ['2026-11-17T09:02:00Z', 4, null, 'email'],
  ['2026-11-17T09:03:00Z', 0, 'The wobble came back the same evening.', 'whatsapp'],
  ['2026-11-17T09:04:00Z', 5, null, 'email'],
  ['2026-11-17T09:05:00Z', 5, null, 'email'],
  ['2026-11-10T12:00:00Z', 3, 'So so.', 'whatsapp'],
  ['2026-11-10T12:01:00Z', 2, 'Two weeks for a bell. <img src=x onerror="alert(1)">', 'whatsapp'],
  ['2026-10-20T00:00:00Z', 5, null, 'email'],
  ['2026-10-19T23:59:59Z', 5, null, 'email'],
  ['2026-10-19T09:00:00Z', 5, null, 'email'],
  ['2026-10-10T09:00:00Z', 5, null, 'email'],
  ['2026-10-10T10:00:00Z', 5, null, 'email'],
  ['2026-09-20T00:00:00Z', 5, null, 'email'],
] as const satisfies readonly Rated[];

/**
 * A ticket for each answer, resolved on its day and rated at its instant, and three more resolved today without an
 * answer. Returns the tickets in the order of the answers.
 */
export async function makeRated(
  site: Site,
  clock: TestClock,
  answers: readonly Rated[] = ANSWERS,
): Promise<readonly MadeTicket[]> {
  const tickets: MadeTicket[] = [];
  // At noon of its day: the time of the service is moved once a day.
  for (const day of new Set(answers.map(([at]) => at.slice(0, 10)))) {
    await clock.as(`${day}T12:00:00Z`, async () => {
      for (const [at, , , channel] of answers) {
        if (!at.startsWith(day)) continue;
        tickets.push(
          await makeTicket(site, { subject: `Answered ${tickets.length + 1}`, channel, status: 'resolved' }),
        );
      }
    });
  }
  await makeTickets(
    site,
    Array.from({ length: 3 }, () => ({ status: 'resolved' })),
  );
  await makeAnswers(
    site,
    answers.map(([createdUtc, score, comment], index) => ({
      ticket_id: tickets[index]?.id,
      created_utc: createdUtc,
      score,
      ...(comment === null ? {} : { comment }),
    })),
  );
  return tickets;
}

export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const head = (page: Page): Locator => region(page, 'Satisfaction');
/** Rows of the list that fills the page. */
export const answerRows = (page: Page): Locator => page.getByRole('grid', { name: 'Answers' }).locator('[data-row]');
/** How many answers a list says that it has. */
export const listed = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

/** Sets the follow-up state of an answer as another person, with the site's token. */
export async function reviewElsewhere(site: OwnSite, id: number, review: string): Promise<void> {
  expect((await site.call('PATCH', 'csat_reports', { body: { id, review } })).status).toBe(200);
}
