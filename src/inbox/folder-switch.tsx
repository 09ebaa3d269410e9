import { Suspense } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { FolderMenu } from './lazy-parts.ts';

/** Beside the title where the sidebar has no room for the folders. */
export function FolderSwitch() {
  if (!useMedia('(max-width: 1099px)')) return null;
  return (
    <span className="-ms-2 -me-1.5 flex-none size-(--h-control) group-has-data-whole/head:hidden">
      <Suspense fallback={null}>
        <FolderMenu />
      </Suspense>
    </span>
  );
}
