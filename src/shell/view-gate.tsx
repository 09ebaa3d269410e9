import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { messages } from './messages.ts';
import { findUnprovided } from './views.ts';

/** Says so in place of a page that needs an extension which this service does not have: by `extension` of its `view.ts`. */
export function ViewGate({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const page = findUnprovided(pathname, useWhoami());
  if (page?.extension === undefined) return children;
  return (
    <>
      <PageHeader title={page.label} />
      <EmptyBlock icon="info" title={messages.notProvided} text={messages.needs(page.extension)} />
    </>
  );
}
