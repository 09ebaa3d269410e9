/** Locales of the interface. `en-XA` is the pseudo-locale, chosen by `?locale=en-XA` until the page is reloaded. */
export type Locale = 'en' | 'en-XA';

let chosen: Locale | null = null;

export function activeLocale(): Locale {
  chosen ??= new URLSearchParams(globalThis.location?.search ?? '').get('locale') === 'en-XA' ? 'en-XA' : 'en';
  return chosen;
}

let hostLocale: string | null = null;

/** Dates and numbers as the page around a frame has them; before anything formats one. Texts stay English. */
export function setHostLocale(locale: string): void {
  hostLocale = locale;
}

/** The locale for dates and numbers: that of the page around, else the browser's own English, British when it has none. */
export function formatLocale(): string {
  if (hostLocale !== null) return hostLocale;
  return globalThis.navigator?.languages.find((language) => language.startsWith('en')) ?? 'en-GB';
}

/** Dates of every English are written alike; those of another language as it has them. */
export function isEnglish(): boolean {
  return formatLocale().startsWith('en');
}
