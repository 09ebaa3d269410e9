import { Suspense } from 'react';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const ErrorPage = lazyPart(async () => (await import('#src/shell/after-paint.ts')).afterPaint.ErrorPage);

/** Fetches the page of errors when the first page stands, and before anything can be wrong with the connection. */
export function startErrorPage(): () => void {
  window.addEventListener('load', ErrorPage.preload, { once: true });
  return () => window.removeEventListener('load', ErrorPage.preload);
}

/** In place of a route that could not be loaded or drawn. */
export function ErrorPlace({ error }: { readonly error: unknown }) {
  return (
    <Suspense fallback={null}>
      <ErrorPage error={error} />
    </Suspense>
  );
}
