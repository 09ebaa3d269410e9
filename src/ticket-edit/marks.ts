import { createContext, use } from 'react';

/** The numbers of the starred tickets, the newest star first, each with the second in which it was set. */
export type Stars = ReadonlyMap<number, number>;
/** The colours that the site gave its tags, by the name in small letters. */
export type TagColors = ReadonlyMap<string, number>;

/** Filled once a view: a list of tickets has hundreds of stars to ask for. */
export const StarsContext = createContext<Stars>(new Map());
/** Filled once a view: a table has hundreds of tags. */
export const TagColorsContext = createContext<TagColors>(new Map());

export function useIsStarred(ticketNumber: number): boolean {
  return use(StarsContext).has(ticketNumber);
}
