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

/** A view that other pages may show. */
export interface EmbeddableView {
  readonly label: string;
  readonly embed: ViewEmbed;
}

/** What the person chose, with the defaults of what was left out. */
export interface Choices {
  readonly view: EmbeddableView;
  /** A key of the view's widgets; null for all of it. */
  readonly only: string | null;
  readonly theme: Theme;
  readonly density: Density;
  /** Null: each viewer's own. */
  readonly locale: string | null;
  readonly timeZone: string | null;
  /** In px: the height that it has or begins with, and the most that it may grow to. */
  readonly height: number;
  readonly maxHeight: number | null;
  readonly canEdit: boolean;
}

/** Where the script of docs/embedding.md lets a frame stop growing, unless it is told. */
export const USUAL_MAX_PX = 4_000;
const WIDGET_PX = 320;

/** Null where the service has nothing to embed. @param siteZone IANA name, null where the service does not say it */
export function choicesOf(
  search: EmbeddingSearch,
  views: readonly EmbeddableView[],
  siteZone: string | null,
): Choices | null {
  // A service may lack the view of the address.
  const view = views.find(({ embed }) => embed.name === (search.view ?? 'ai-usage')) ?? views[0];
  if (view === undefined) return null;
  const only = search.only !== undefined && Object.hasOwn(view.embed.widgets ?? {}, search.only) ? search.only : null;
  const begin = only === null ? view.embed.height : WIDGET_PX;
  const maxHeight = search.fit === 'fixed' ? null : (search.px ?? USUAL_MAX_PX);
  return {
    view,
    only,
    theme: search.look ?? 'system',
    density: search.rows ?? 'compact',
    locale: search.language ?? null,
    timeZone: search.zone === 'site' ? siteZone : (search.zone ?? null),
    height: maxHeight === null ? (search.px ?? begin) : Math.min(begin, maxHeight),
    maxHeight,
    canEdit: search.edit === '1',
  };
}

/** Path and query of the frame. @param more parameters before those of the choice */
export function framePath(
  { view, only, theme, density }: Pick<Choices, 'view' | 'only' | 'theme' | 'density'>,
  more: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams(more);
  if (only !== null) search.set('only', only);
  // Known before the first paint, so that no frame flashes.
  if (theme !== 'system') search.set('theme', theme);
  if (density !== 'compact') search.set('density', density);
  const query = search.toString();
  return `/embed/${view.embed.name}${query === '' ? '' : `?${query}`}`;
}
