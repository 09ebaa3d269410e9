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

/**
 * Expects axe to find nothing on the page as it stands, in the light and in the dark theme.
 * @param frame looks into this frame alone: what is around it is somebody else's
 */
export async function checkA11y(page: Page, { frame }: { readonly frame?: string } = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNothing('light', axe(page, frame).withTags(RULES).disableRules(WITHOUT));
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNothing('dark', axe(page, frame).withRules(ABOUT_COLOURS));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
}

/**
 * A frame of another origin is looked into by help of another page; where nobody asks for one, that page would be wasted.
 */
function axe(page: Page, frame: string | undefined): AxeBuilder {
  // Only what is wrong is described: what passes is a thousand nodes a page.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  return frame === undefined ? builder.setLegacyMode() : builder.include([frame, 'html']);
}

async function expectNothing(theme: string, axeRun: AxeBuilder): Promise<void> {
  const { violations } = await axeRun.analyze();
  const lines = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
  expect(lines, `axe, ${theme} theme`).toEqual([]);
}
