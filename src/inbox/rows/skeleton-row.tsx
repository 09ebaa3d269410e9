/** A row that is not loaded yet, in the geometry of a loaded one. Stays invisible for the first 150 ms. */
export function SkeletonRow({ isTable }: { readonly isTable: boolean }) {
  return <div aria-hidden="true" className="skeleton-row" data-table={isTable || undefined} />;
}

/** Twelve rows before the first answer. */
export function SkeletonRows({ isTable }: { readonly isTable: boolean }) {
  return Array.from({ length: 12 }, (_, index) => <SkeletonRow key={index} isTable={isTable} />);
}
