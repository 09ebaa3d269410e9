import { Skeleton } from '#src/ui/skeleton.tsx';
import { messages } from './messages.ts';

/** The page while its link is being exchanged: bars where the words will stand. */
export function PortalSkeleton() {
  return (
    <main aria-busy="true" className="mx-auto w-full max-w-[1040px] px-4 pt-[18px] pb-10 md:px-6 md:pt-7">
      <h1 className="sr-only">{messages.loading}</h1>
      <Skeleton className="mt-2 h-4 w-72 max-w-full" />
      <Skeleton className="mt-4 h-3 w-96 max-w-full" />
      <div className="mt-9 grid gap-x-12 gap-y-7 md:grid-cols-[minmax(0,320px)_minmax(0,1fr)] lg:grid-cols-[360px_minmax(0,1fr)]">
        <div className="hidden flex-col gap-9 md:flex">
          {[64, 48, 56, 44].map((width) => (
            <div key={width} className="flex flex-col gap-2.5">
              <Skeleton className={WIDTHS[width] ?? ''} />
              <Skeleton className="h-2 w-24" />
            </div>
          ))}
        </div>
        <div className="flex flex-col gap-3.5">
          <Skeleton className="h-4 w-80 max-w-full" />
          {[1, 2, 3, 4].map((line) => (
            <Skeleton key={line} />
          ))}
          <Skeleton className="h-2.5 w-1/2" />
        </div>
      </div>
    </main>
  );
}

const WIDTHS: Readonly<Record<number, string>> = {
  64: 'h-2.5 w-64',
  48: 'h-2.5 w-48',
  56: 'h-2.5 w-56',
  44: 'h-2.5 w-44',
};
