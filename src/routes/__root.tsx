import { createRootRoute, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { NotFoundPage } from '#src/shell/not-found-page.tsx';

const Toaster = lazy(() => import('#src/ui/toaster.tsx').then((module) => ({ default: module.Toaster })));

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
});

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
