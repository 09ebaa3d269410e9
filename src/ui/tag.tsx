/** A ticket's tag, verbatim. */
export function Tag({ children }: { readonly children: string }) {
  return (
    <span
      dir="auto"
      className="inline-block min-h-[18px] max-w-40 truncate rounded-tag bg-active px-1.5 text-11 leading-[18px] text-ink-2 outline outline-1 outline-transparent"
    >
      {children}
    </span>
  );
}
