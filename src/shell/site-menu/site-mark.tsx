/** The mark of the product: two lines and a tail, as a short letter. */
export function SiteMark() {
  return (
    <span className="grid size-5 flex-none place-items-center rounded-[5px] bg-ink text-app">
      <svg
        aria-hidden="true"
        width="12"
        height="12"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      >
        <path d="M1.5 3.5h9M1.5 6.5h5.5" />
        <path d="M3 10.500 5 9" />
      </svg>
    </span>
  );
}
