import { isCountry, type Country } from '#contract/dialling.ts';
import { useWhoami } from './whoami.ts';

/** Of the site, by which its phones match; null where nobody said, or an older service does not. */
export function useCountry(): Country | null {
  const { country = null } = useWhoami();
  return country !== null && isCountry(country) ? country : null;
}
