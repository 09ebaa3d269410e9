import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { getHealth } from '#contract/site.ts';
import { read } from '#src/api/read.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const HEALTH_MS = 60_000;
const CapBanner = lazyPart(
  async () => (await import('./caps/cap-banner.tsx')).CapBanner,
  () => null,
);

/**
 * The alerts of the caps above other pages, where one of them is exceeded: the site's health says so, which those pages ask
 * for anyway, and a site without AI has none. A frame shows its view alone.
 */
export function ExceededCaps() {
  const isFramed = useEmbedded() !== null;
  const { data } = useQuery({
    ...read(getHealth),
    staleTime: HEALTH_MS,
    refetchInterval: HEALTH_MS,
    enabled: !isFramed,
  });
  if (isFramed || data?.ai_budget_exceeded !== true) return null;
  return (
    <Suspense fallback={null}>
      <CapBanner />
    </Suspense>
  );
}
