import { getSiteSettings, type SiteSettings } from '#contract/site-settings.ts';
import { ApiFailure } from './api-failure.ts';

/** The settings of the site as they are now, from a refusal because of a newer version; null for other failures. */
export function currentSettings(error: Error | null): SiteSettings | null {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict') return null;
  const current = getSiteSettings.reply.safeParse(error.current);
  return current.success ? current.data : null;
}
