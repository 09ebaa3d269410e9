import type { Whoami } from '#contract/site.ts';
import { messages } from './messages.ts';

/** The site's name, or "Site 4217" where the service does not answer it. */
export function siteName(whoami: Whoami): string {
  return whoami.site_name ?? messages.site(whoami.site_id.toString());
}
