/** A 12 px ring for work that a press has started; pages use skeletons. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-3 flex-none rounded-full border-[1.5px] border-current border-e-transparent motion-safe:animate-spin"
    />
  );
}
