/** The mark of the product: two lines and a tail, as a short letter. */
export function PortalMark() {
  return (
    <span className="grid size-6 flex-none place-items-center rounded-control bg-ink text-surface">
      <svg
        aria-hidden="true"
        width="14"
        height="14"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      >
        <path d="M1.5 3.5h9M1.5 6.5h5.5M3 10.500 5 9" />
      </svg>
    </span>
  );
}
