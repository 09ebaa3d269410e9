import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type JSHandle, type Page } from '@playwright/test';
import type Axe from 'axe-core';
import { findColourKeys, type ColourKeys } from './colour-keys.ts';

/** All that axe knows up to WCAG 2.2 AA, its best practices, and the rules that it tries out. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'];

/** The rules whose result depends on the theme, which sets colours only. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Left out of what is asked of the whole page: the rules about colours, which have a look of their own, and one on trial in
 * axe that is wrong here: it takes the focused row of a grid and the separator that the arrows move, both as the ARIA
 * Authoring Practices have them, for elements without a role that one can use.
 */
const WITHOUT = [...ABOUT_COLOURS, 'focus-order-semantics'];

/** Elements that this worker has checked in both themes. Only new ones are checked. */
const judged = new Set<string>();

/**
 * Expects axe to find nothing on the current page in both themes; while a modal dialog is open, in the dialog only, since
 * the rest is inert. The same text on the same background is checked once per worker: the colours of two themes cost as
 * much as all other rules.
 * @param frame checks only this frame, not its host
 */
export async function checkA11y(
  page: Page,
  { frame = page.mainFrame() }: { readonly frame?: Frame } = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  // A document keeps it: only the first check of each has it to read.
  const isRead = await frame.evaluate(() => Reflect.has(globalThis, 'axe'));
  if (!isRead) await frame.evaluate(await readAxe());
  const rules = Object.fromEntries(WITHOUT.map((rule) => [rule, { enabled: false }]));
  expect(await findProblems(frame, { rules, runOnly: RULES }), 'axe, light theme').toEqual([]);

  const found = await frame.evaluateHandle(findColourKeys);
  const fresh = (await found.evaluate(({ keys }) => keys)).filter((key) => !judged.has(key));
  if (fresh.length > 0) {
    const colours = { runOnly: ABOUT_COLOURS };
    expect(await findProblems(frame, colours, { found, fresh }), 'axe, light theme').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await findProblems(frame, colours, { found, fresh }), 'axe, dark theme').toEqual([]);
    for (const key of fresh) judged.add(key);
  }
  await found.dispose();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
}

let source: Promise<string> | undefined;

function readAxe(): Promise<string> {
  source ??= readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  return source;
}

/** One line for each element that breaks a rule. @param among looks at these elements alone */
async function findProblems(
  frame: Frame,
  options: Axe.RunOptions,
  among?: { readonly found: JSHandle<ColourKeys>; readonly fresh: readonly string[] },
): Promise<string[]> {
  return frame.evaluate(
    async ({ runOptions, found, fresh }) => {
      const { run } = Reflect.get(globalThis, 'axe') as typeof Axe;
      // Between two themes a colour is none of either.
      const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      await Promise.allSettled(changes.map(({ finished }) => finished));
      const dialogs = document.querySelectorAll('dialog:modal, [aria-modal]');
      const elements = fresh.flatMap((key) => found?.elementsOf(key) ?? []);
      if (found !== undefined && elements.length === 0) return [];
      const { violations } = await run(
        found === undefined ? (dialogs[dialogs.length - 1] ?? document) : { include: elements },
        runOptions,
      );
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`),
      );
    },
    {
      // Only what is wrong is described: what passes is a thousand nodes a page. Style sheets need no second fetching.
      runOptions: { ...options, resultTypes: ['violations'], preload: false } satisfies Axe.RunOptions,
      found: among?.found,
      fresh: among?.fresh ?? [],
    },
  );
}
