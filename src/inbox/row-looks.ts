/** Tint and a bar of 2 px at the start: the selection is seen without colour too. */
export const SELECTED_ROW =
  "bg-selected before:absolute before:inset-y-0 before:start-0 before:w-0.5 before:bg-accent before:content-['']";
