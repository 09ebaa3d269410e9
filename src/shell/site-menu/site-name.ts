import type { Whoami } from '#contract/site.ts';
import { messages } from '#src/shell/messages.ts';

/** A service without the extension does not answer the name. */
export function siteName(whoami: Whoami): string {
  return whoami.site_name || messages.siteNumber(whoami.site_id.toString());
}
