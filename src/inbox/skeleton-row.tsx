import { Skeleton } from '#src/ui/skeleton.tsx';

const WIDTHS = ['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5'] as const;

/** A row that is not loaded yet, in the geometry of a loaded one. */
export function SkeletonRow({ index, isTable }: { readonly index: number; readonly isTable: boolean }) {
  const width = WIDTHS[index % WIDTHS.length] ?? WIDTHS[0];
  if (isTable) {
    return (
      <div className="flex min-h-row items-center gap-3 border-b border-line px-4">
        <Skeleton className="size-3.5 rounded-full" />
        <Skeleton className="h-2.5 w-14" />
        <Skeleton className={`h-2.5 max-w-[45%] ${width}`} />
        <span className="flex-1" />
        <Skeleton className="h-2.5 w-24" />
      </div>
    );
  }
  return (
    <div className="flex min-h-row-2 gap-2.5 border-b border-line px-4 py-2">
      <Skeleton className="mt-[3px] size-3.5 rounded-full" />
      <div className="flex flex-1 flex-col justify-center gap-2.5">
        <Skeleton className={`h-2.5 ${width}`} />
        <Skeleton className="h-2 w-2/5" />
      </div>
    </div>
  );
}

/** Twelve rows before the first answer. */
export function SkeletonRows({ isTable }: { readonly isTable: boolean }) {
  return Array.from({ length: 12 }, (_, index) => <SkeletonRow key={index} index={index} isTable={isTable} />);
}
