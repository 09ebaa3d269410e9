import { isTimeZone } from '#contract/calendar-write.ts';
import { isExactOrigin } from '#contract/exact-origin.ts';
import { defineSearch, flag, oneOf, textWhere, wholeNumber } from '#src/browser/define-search.ts';
import type { ViewEmbed } from '#src/panels/view-type.ts';
import type { Density, Theme } from '#src/ui/preferences.ts';

/** Heights in px that a frame can have. */
export const MIN_PX = 120;
export const MAX_PX = 4_000;

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Theme[];
const DENSITIES = ['compact', 'comfortable'] as const satisfies readonly Density[];
const NAMES = ['ai-usage', 'health', 'csat', 'inbox'] as const satisfies readonly ViewEmbed['name'][];

/**
 * What is to be embedded. Absent: the whole of AI usage, read-only, as each viewer's browser has it. Theme, density and locale
 * have names of their own here, since under those the program reads how it looks itself.
 */
export const embeddingSearch = defineSearch({
  view: oneOf(NAMES, 'ai-usage'),
  /** A key of `embed.widgets`. */
  only: textWhere((text) => /^[a-z-]{1,40}$/.test(text)),
  look: oneOf(THEMES, 'system'),
  rows: oneOf(DENSITIES, 'compact'),
  language: textWhere(isLocale),
  /** IANA name, or that of the site. */
  zone: textWhere((text) => text === 'site' || isTimeZone(text)),
  /** Absent: as high as its content. */
  fit: oneOf(['fixed']),
  px: wholeNumber(MIN_PX, MAX_PX),
  edit: flag,
  /** Origin of the portal. */
  portal: textWhere(isExactOrigin),
  code: oneOf(['react']),
});
export type EmbeddingSearch = ReturnType<typeof embeddingSearch>;

/** A BCP 47 name that dates and numbers can be written in. */
export function isLocale(text: string): boolean {
  try {
    return text.length <= 64 && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
