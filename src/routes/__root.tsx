import { createRootRoute, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '#src/ui/lazy-part.tsx';

const NotFoundPage = lazyPart(async () => (await import('#src/shell/not-found-page.tsx')).NotFoundPage);
const Toaster = lazyPart(async () => (await import('#src/ui/toaster.tsx')).Toaster);

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
});

function NotFound() {
  return (
    <Suspense fallback={null}>
      <NotFoundPage />
    </Suspense>
  );
}

function Root() {
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </>
  );
}
