import { useState } from 'react';
import { firstPageOf } from './list-queries.ts';
import type { InboxSearch } from './search.ts';

export interface FirstPage {
  readonly limit: number;
  readonly skip: number;
}

/**
 * The first page to load. It stays while somebody scrolls, although the URL then names other rows, and is chosen
 * anew when the list itself changes.
 * @param listKey what makes it another list: filters and order
 * @returns the page, and a way to another one for a position past the end
 */
export function useFirstPage(search: InboxSearch, listKey: string): readonly [FirstPage, (skip: number) => void] {
  const { limit, skip } = firstPageOf(search);
  const key = `${listKey} ${limit}`;
  const [page, setPage] = useState({ key, skip });
  if (page.key !== key) setPage({ key, skip });
  return [{ limit, skip: page.key === key ? page.skip : skip }, (next) => setPage({ key, skip: next })];
}
