/** A flat bar with the position and size of what is loading. Stays invisible for the first 150 ms. */
export function Skeleton({ className = 'h-2.5 w-full' }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`appear-late block rounded-tag bg-active ${className}`} />;
}
