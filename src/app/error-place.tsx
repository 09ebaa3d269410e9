import { loadAfterPaint } from '#src/shell/load-after-paint.ts';
import { Suspense } from 'react';
import { lazyPart, preloadCode } from '#src/ui/lazy-part.tsx';

const ErrorPage = lazyPart(async () => (await loadAfterPaint()).ErrorPage);

/** Fetches what no page can do without once it stands, while nothing is wrong with the connection: errors and the font. */
export function startAfterPaint(): () => void {
  const load = () => preloadCode(async () => (await loadAfterPaint()).startFont());
  window.addEventListener('load', load, { once: true });
  return () => window.removeEventListener('load', load);
}

/** In place of a route that could not be loaded or drawn. */
export function ErrorPlace({ error }: { readonly error: unknown }) {
  return (
    <Suspense fallback={null}>
      <ErrorPage error={error} />
    </Suspense>
  );
}
