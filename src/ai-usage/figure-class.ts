/** A figure that leads to the rows it counts, for links to any page. */
export const FIGURE_LINK =
  'hit relative inline-block min-w-6 leading-6 text-ink underline decoration-line-strong underline-offset-2 hover:decoration-current';

/** Cells of the tables of figures. */
export const HEAD = 'px-2 py-1.5 text-12 font-medium whitespace-nowrap text-ink-3';
export const CELL = 'px-2 py-1.5 align-middle';
export const NUMBER = `${CELL} text-end whitespace-nowrap tabular-nums`;
/** A field of the page's small forms. */
export const FIELD =
  'min-h-control w-full rounded-control border border-line-control bg-surface px-2 text-ink max-md:pointer-coarse:text-16';
