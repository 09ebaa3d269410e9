/** A wide table as narrow as paper needs it: all of its columns, as nobody scrolls there. */
export const PRINTED_TABLE =
  'print:overflow-visible print:[&_:is(th,td)]:px-0.5! print:[&_:is(th,td)]:text-11! print:[&_:is(th,td)]:whitespace-normal! print:[&_:is(th,td)]:min-w-0!';
