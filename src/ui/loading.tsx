/** A flat bar with the position and size of what is loading. Stays invisible for the first 150 ms. */
export function Skeleton({ className = 'h-2.5 w-full' }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`appear-late block rounded-tag bg-active ${className}`} />;
}

/** A 12 px ring for work that a press has started; pages use skeletons. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-3 flex-none rounded-full border-[1.5px] border-current border-e-transparent motion-safe:animate-spin"
    />
  );
}
