import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Of these rules the ones whose answer a theme can change: it sets colours and nothing else. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Expects axe to find nothing on the page as it stands, in the light and in the dark theme. */
export async function checkA11y(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNothing('light', axe(page).withTags(WCAG_22_AA));
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
