import { createRootRoute, Outlet } from '@tanstack/react-router';
import { NotFoundPage } from '#src/shell/not-found-page.tsx';
import { Toaster } from '#src/ui/toaster.tsx';

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
});

function Root() {
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  );
}
