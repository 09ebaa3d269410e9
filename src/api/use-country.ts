import { isCountry, type Country } from '#contract/dialling.ts';
import { useWhoami } from './whoami.ts';

/** The country of the site, for matching phone numbers; null if unset, or with an older service. */
export function useCountry(): Country | null {
  const { country = null } = useWhoami();
  return country !== null && isCountry(country) ? country : null;
}
