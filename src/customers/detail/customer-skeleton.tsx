import { Skeleton } from '#src/ui/skeleton.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { messages } from './messages.ts';

/** The page before anything is known, in its own sizes. */
export function CustomerSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div role="status" aria-busy="true" aria-label={messages.loading}>
      <div className="flex items-start gap-3.5">
        <Skeleton className="size-10 rounded-full" />
        <div className="flex-1 pt-1.5">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="mt-3 h-2.5 w-64 max-w-full" />
        </div>
      </div>
      <div className="mt-5 flex min-h-[58px] flex-wrap items-center gap-x-12 gap-y-3 border-y border-line py-2.5">
        {['w-12', 'w-10', 'w-10', 'w-20', 'w-24'].map((width, index) => (
          <Skeleton key={index} className={`h-2.5 ${width}`} />
        ))}
      </div>
      {[3, 7].map((rows) => (
        <div key={rows} className="mt-7">
          <div className="flex min-h-control items-center">
            <Skeleton className="h-3 w-20" />
          </div>
          {Array.from({ length: rows }, (_, index) => (
            <div key={index} className="flex min-h-row items-center border-b border-line">
              <Skeleton className="h-2.5 w-3/5" />
            </div>
          ))}
        </div>
      ))}
      <SlowNotice onRetry={onRetry} />
    </div>
  );
}
