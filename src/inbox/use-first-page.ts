import { useState } from 'react';
import { headOf } from './list-queries.ts';
import type { InboxSearch } from './search.ts';

export interface Head {
  readonly limit: number;
  readonly skip: number;
}

/**
 * The first page to load. It stays while somebody scrolls, although the URL then names other rows, and is chosen
 * anew when the list itself changes.
 * @param listKey what makes it another list: filters and order
 * @returns the page, and a way to another one for a position past the end
 */
export function useHead(search: InboxSearch, listKey: string): readonly [Head, (skip: number) => void] {
  const { limit, skip } = headOf(search);
  const key = `${listKey} ${limit}`;
  const [head, setHead] = useState({ key, skip });
  if (head.key !== key) setHead({ key, skip });
  return [{ limit, skip: head.key === key ? head.skip : skip }, (next) => setHead({ key, skip: next })];
}
