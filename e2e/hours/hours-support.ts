import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { Site } from '#e2e/support/service.ts';
import { expect } from '#e2e/support/test.ts';

/** A Friday, 15:32 in Berlin. */
export const NOW = '2026-11-20T14:32:00Z';

const Calendar = z.object({
  data: z.object({
    week: z.array(z.object({ day_of_week: z.number(), open_minute: z.number(), close_minute: z.number() })),
    holidays: z.array(z.looseObject({ date: z.string(), name: z.string() })),
    overrides: z.optional(z.array(z.looseObject({ date: z.string() }))),
    flag_on: z.boolean(),
    time_zone: z.string(),
    version: z.optional(z.number()),
  }),
});

/** 9 to 18 on these days. */
export const days = (...of: readonly number[]) =>
  of.map((day) => ({ day_of_week: day, open_minute: 540, close_minute: 1080 }));

export const WORKWEEK = days(1, 2, 3, 4, 5);

export async function putCalendar(site: Site, body: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const { status, json } = await site.call('PATCH', 'business_calendar', {
    body: { week: WORKWEEK, flag_on: true, ...body },
  });
  expect(status, JSON.stringify(json)).toBe(200);
}

export async function savedCalendar(site: Site): Promise<z.output<typeof Calendar>['data']> {
  return Calendar.parse((await site.call('GET', 'business_calendar')).json).data;
}

/** "1 540-1080": the saved windows, by day. */
export async function savedWeek(site: Site): Promise<readonly string[]> {
  const { week } = await savedCalendar(site);
  return week.map(({ day_of_week, open_minute, close_minute }) => `${day_of_week} ${open_minute}-${close_minute}`);
}

export const dayRow = (page: Page, day: string): Locator =>
  page.getByRole('list', { name: 'Weekly hours' }).getByRole('listitem', { name: day, exact: true });
export const windowsOf = (page: Page, day: string): Locator => dayRow(page, day).locator('[data-track] > button');
/** The field in which the n-th window of a day or a date opens or closes. */
export const opens = (within: Locator, at = 0): Locator => within.getByLabel(/ opens, /).nth(at);
export const closes = (within: Locator, at = 0): Locator => within.getByLabel(/ closes, /).nth(at);
/** The row at the top of the page. */
export const head = (page: Page): Locator =>
  page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
export const bar = (page: Page): Locator => page.getByRole('region', { name: /unsaved change/ });
export const save = (page: Page): Locator => page.getByRole('button', { name: 'Save hours' });

/** Types the times of a window. */
export async function setTimes(within: Locator, at: number, open: string, close: string): Promise<void> {
  await opens(within, at).fill(open);
  await closes(within, at).fill(close);
  await closes(within, at).press('Enter');
}

/** The place of a minute on the track of a day. */
export async function placeOf(page: Page, day: string, minute: number): Promise<{ x: number; y: number }> {
  const track = dayRow(page, day).locator('[data-track]');
  await track.scrollIntoViewIfNeeded();
  const box = await track.boundingBox();
  if (box === null) throw new Error('no track');
  return { x: box.x + (box.width * minute) / 1440, y: box.y + box.height / 2 };
}

/** Drags on the track of a day from one minute to another. */
export async function drag(
  page: Page,
  day: string,
  from: number,
  to: number,
  { alt = false, drop = true }: { readonly alt?: boolean; readonly drop?: boolean } = {},
): Promise<void> {
  const [start, end] = [await placeOf(page, day, from), await placeOf(page, day, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  if (alt) await page.keyboard.down('Alt');
  await page.mouse.move((start.x + end.x) / 2, end.y);
  await page.mouse.move(end.x, end.y);
  if (drop) await page.mouse.up();
  if (alt) await page.keyboard.up('Alt');
}
