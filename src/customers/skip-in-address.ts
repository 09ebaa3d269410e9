import * as z from 'zod/mini';

/** How many rows of a list come before the page that is shown; absent on the first. The address has it as text. */
export const skipInAddress = z.catch(
  z.optional(z.pipe(z.union([z.string().check(z.regex(/^[1-9][0-9]{0,8}$/)), z.number()]), z.transform(Number))),
  undefined,
);
