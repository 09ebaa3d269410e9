import { useQuery } from '@tanstack/react-query';
import { getHealth } from '#contract/site.ts';
import { read } from '#src/api/read.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { CapBanner } from './caps/cap-banner.tsx';

const HEALTH_MS = 60_000;

/**
 * The banner of exceeded caps on pages other than AI usage. Reads the site's health, which those pages load anyway; a site
 * without AI exceeds nothing. Not shown in a frame.
 */
export function ExceededCaps() {
  const isFramed = useEmbedded() !== null;
  const { data } = useQuery({
    ...read(getHealth),
    staleTime: HEALTH_MS,
    refetchInterval: HEALTH_MS,
    enabled: !isFramed,
  });
  return isFramed || data?.ai_budget_exceeded !== true ? null : <CapBanner />;
}
