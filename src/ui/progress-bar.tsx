/** How far something is, from 0 to 1. */
export function ProgressBar({ label, share }: { readonly label: string; readonly share: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      className="h-1.5 overflow-hidden rounded-full bg-active forced-colors:outline"
    >
      <div
        className="h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
        style={{ inlineSize: `${share * 100}%` }}
      />
    </div>
  );
}
