/** Locales of the interface. `en-XA` is the pseudo-locale, chosen by `?locale=en-XA` until the page is loaded anew. */
export type Locale = 'en' | 'en-XA';

let chosen: Locale | null = null;

export function activeLocale(): Locale {
  chosen ??= new URLSearchParams(globalThis.location?.search ?? '').get('locale') === 'en-XA' ? 'en-XA' : 'en';
  return chosen;
}

/** The locale for dates and numbers: the browser's own English, British when it has none. */
export function formatLocale(): string {
  return globalThis.navigator?.languages.find((language) => language.startsWith('en')) ?? 'en-GB';
}
