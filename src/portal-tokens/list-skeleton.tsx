import { Skeleton } from '#src/ui/skeleton.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { messages } from './messages.ts';

/** Rows that are loading, as high as those that come. */
export function ListSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div aria-busy="true">
      <p className="sr-only">{messages.loading}</p>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex min-h-12 items-center gap-6 border-b border-line">
          <Skeleton className="h-2.5 w-48" />
          <Skeleton className="h-2.5 w-16" />
          <Skeleton className="h-2.5 w-28" />
        </div>
      ))}
      <SlowNotice onRetry={onRetry} />
    </div>
  );
}
