import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type Page } from '@playwright/test';
import type Axe from 'axe-core';

/** All that axe knows up to WCAG 2.2 AA, its best practices, and the rules that it tries out. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'];

/**
 * On trial in axe, and wrong here: it takes the focused row of a grid and the separator that the arrows move, both as the
 * ARIA Authoring Practices have them, for elements without a role that one can use.
 */
const WITHOUT = ['focus-order-semantics'];

/** Of these rules the ones whose answer a theme can change: it sets colours and nothing else. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Expects axe to find nothing on the page as it stands, in the light and in the dark theme; while a modal dialog is open,
 * in the dialog, for nobody reaches what is behind it.
 * @param frame looks into this frame alone: what is around it is somebody else's
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
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await findProblems(frame, { runOnly: ABOUT_COLOURS }), 'axe, dark theme').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
}

let source: Promise<string> | undefined;

function readAxe(): Promise<string> {
  source ??= readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  return source;
}

/** One line for each element that breaks a rule. */
async function findProblems(frame: Frame, options: Axe.RunOptions): Promise<string[]> {
  return frame.evaluate(
    async (runOptions) => {
      const { run } = Reflect.get(globalThis, 'axe') as typeof Axe;
      // Between two themes a colour is none of either.
      const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      await Promise.allSettled(changes.map(({ finished }) => finished));
      const dialogs = document.querySelectorAll('dialog:modal');
      const { violations } = await run(dialogs[dialogs.length - 1] ?? document, runOptions);
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`),
      );
    },
    // Only what is wrong is described: what passes is a thousand nodes a page. Style sheets need no second fetching.
    { ...options, resultTypes: ['violations'], preload: false } satisfies Axe.RunOptions,
  );
}
