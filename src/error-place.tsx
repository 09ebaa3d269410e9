import { Suspense } from 'react';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import './chunk-errors.ts';

const load = () => import('./error-page.tsx');
const ErrorPage = lazyPart(async () => (await load()).ErrorPage);

// When the page stands, and before anything can be wrong with the connection. Safari has no idle callbacks.
const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300));
window.addEventListener('load', () => whenIdle(() => void load().catch(() => undefined)), { once: true });

/** In place of a route that could not be loaded or drawn. */
export function ErrorPlace({ error }: { readonly error: unknown }) {
  return (
    <Suspense fallback={null}>
      <ErrorPage error={error} />
    </Suspense>
  );
}
