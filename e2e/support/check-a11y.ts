import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** All that axe knows up to WCAG 2.2 AA, its best practices, and the rules that it tries out. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'];

/**
 * On trial in axe, and wrong here: it takes the focused row of a grid and the separator that the arrows move, both as the
 * ARIA Authoring Practices have them, for elements without a role that one can use.
 */
const WITHOUT = ['focus-order-semantics'];

/** Of these rules the ones whose answer a theme can change: it sets colours and nothing else. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Expects axe to find nothing on the page as it stands, in the light and in the dark theme. */
export async function checkA11y(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNothing('light', axe(page).withTags(RULES).disableRules(WITHOUT));
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNothing('dark', axe(page).withRules(ABOUT_COLOURS));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
}

/** Without frames of other origins in the page, which would take another page to look into. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

async function expectNothing(theme: string, axeRun: AxeBuilder): Promise<void> {
  const { violations } = await axeRun.analyze();
  const lines = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
  expect(lines, `axe, ${theme} theme`).toEqual([]);
}
