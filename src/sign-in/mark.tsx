import { messages } from './messages.ts';

/** The product's mark and name. */
export function Mark() {
  return (
    <div className="flex items-center gap-2.5">
      <span className="grid size-7 flex-none place-items-center rounded-[7px] bg-ink text-app">
        <svg
          aria-hidden="true"
          width="16"
          height="16"
          viewBox="0 0 12 12"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
        >
          <path d="M1.5 3.5h9M1.5 6.5h5.5M3 10.5 5 9" />
        </svg>
      </span>
      <span className="text-14 font-semibold">{messages.product}</span>
    </div>
  );
}
