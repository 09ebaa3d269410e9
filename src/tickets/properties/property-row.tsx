import type { ReactNode } from 'react';

/** Of a `dl` of labels and values. */
export const LIST = 'grid grid-cols-[92px_minmax(0,1fr)] gap-y-0.5';

/** A label of 92 px and its value, within a `dl` of two columns. */
export function PropertyRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-12 leading-7 text-ink-3">{label}</dt>
      <dd className="relative flex min-h-7 min-w-0 items-center gap-1.5 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

/** Stands where there is no value. */
export function Quiet({ children }: { readonly children: string }) {
  return <span className="text-ink-3">{children}</span>;
}
