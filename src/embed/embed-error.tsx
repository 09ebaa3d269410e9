import { Suspense } from 'react';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const ErrorPage = lazyPart(async () => (await import('#src/shell/error-page.tsx')).ErrorPage);

/** In place of a page that could not be loaded or drawn. */
export function EmbedError({ error }: { readonly error: unknown }) {
  return (
    <Suspense fallback={null}>
      <ErrorPage error={error} />
    </Suspense>
  );
}
