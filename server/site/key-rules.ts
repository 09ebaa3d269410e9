import type { Country } from '#contract/dialling.ts';

/** One more whenever `phoneKey` or `foldedText` of the contract answers something else for the same text. */
const VERSION = '1';

/** What the stored keys of a site's rows are to be made for. */
export function keysMadeFor(country: Country | null): string {
  return country === null ? VERSION : `${VERSION} ${country}`;
}
