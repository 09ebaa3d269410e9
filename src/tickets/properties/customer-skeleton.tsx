import { Skeleton } from '#src/ui/skeleton.tsx';
import { messages } from './messages.ts';

const LINES = ['w-2/3', 'w-1/2', 'w-3/4'] as const;

/** The customer before anything is known. */
export function CustomerSkeleton() {
  return (
    <div role="status" aria-label={messages.loading} className="flex flex-col gap-3 py-2">
      {LINES.map((width) => (
        <Skeleton key={width} className={`h-2.5 ${width}`} />
      ))}
    </div>
  );
}
