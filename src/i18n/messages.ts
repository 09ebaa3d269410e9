import type { Catalogue } from './catalogue.ts';
import { activeLocale } from './locale.ts';
import { pseudo } from './pseudo.ts';

/**
 * The texts of one view. English is the source; another locale is an object of the same type, so that a missing or
 * misspelt key fails the type check and with it the build. The pseudo-locale is derived from English.
 */
export function defineMessages<const Texts extends Catalogue>(english: Texts): Texts {
  return activeLocale() === 'en-XA' ? pseudo(english) : english;
}
