import { countryCodes, isCountry, type Country } from '#contract/dialling.ts';
import { StartFailure } from '#server/db/errors.ts';
import type { Options } from './options.ts';

/** The option `--country`, in either case. @throws StartFailure with the countries that there are */
export function readCountry(options: Options): Country {
  const code = options.text('country').toUpperCase();
  if (isCountry(code)) return code;
  throw new StartFailure(`--country must be one of ${countryCodes().join(', ')}`);
}
