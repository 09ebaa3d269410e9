import { Skeleton } from '#src/ui/skeleton.tsx';

const WIDTHS = ['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5'] as const;

/** A row that is not loaded yet, in the geometry of a loaded one. */
export function SkeletonRow({ index, isTable }: { readonly index: number; readonly isTable: boolean }) {
  const width = WIDTHS[index % WIDTHS.length] ?? WIDTHS[0];
  if (isTable) {
    return (
      <div className="flex min-h-row items-center gap-3 border-b border-line px-4 py-1">
        <Skeleton className="size-3.5 rounded-full" />
        <Skeleton className="h-2.5 w-14" />
        <Skeleton className={`h-2.5 max-w-[45%] ${width}`} />
        <span className="flex-1" />
        <Skeleton className="h-2.5 w-24" />
      </div>
    );
  }
  return (
    <div className="flex min-h-row-2 items-center gap-2.5 border-b border-line px-4 py-2">
      <Skeleton className="mt-[3px] size-3.5 self-start rounded-full" />
      {/* As high as the two lines of text and their gap, or rows would move when they arrive. */}
      <div className="flex flex-1 flex-col gap-1">
        <span className="flex h-(--lh-13) items-center">
          <Skeleton className={`h-2.5 ${width}`} />
        </span>
        <span className="flex h-(--lh-12) items-center">
          <Skeleton className="h-2 w-2/5" />
        </span>
      </div>
    </div>
  );
}

/** Twelve rows before the first answer. */
export function SkeletonRows({ isTable }: { readonly isTable: boolean }) {
  return Array.from({ length: 12 }, (_, index) => <SkeletonRow key={index} index={index} isTable={isTable} />);
}
