import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { findUnprovided } from './views.ts';

const UnprovidedPage = lazyPart(async () => (await import('./after-paint.ts')).afterPaint.UnprovidedPage);

/** Shows a page unless it needs an extension that this service does not have, by its `view.ts`. */
export function ViewGate({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const page = findUnprovided(pathname, useWhoami());
  if (page?.extension === undefined) return children;
  return (
    <Suspense fallback={null}>
      <UnprovidedPage title={page.label} extension={page.extension} />
    </Suspense>
  );
}
