import type { ReactNode } from 'react';

/** A label of 84 px and its value, within a `dl` of two columns. */
export function PropertyRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-12 leading-7 text-ink-3">{label}</dt>
      <dd className="flex min-h-7 min-w-0 items-center gap-1.5 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}
