import { isPhone } from '#contract/contact-keys.ts';
import { isEmail } from '#contract/scalars.ts';

/** The whole email or phone that a text is; null for every other text. */
export function contactOf(text: string): { readonly email: string } | { readonly phone: string } | null {
  const bare = text.trim();
  if (isEmail(bare)) return { email: bare };
  return isPhone(bare) ? { phone: bare } : null;
}
