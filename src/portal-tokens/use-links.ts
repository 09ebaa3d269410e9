import { keepPreviousData } from '@tanstack/react-query';
import { useNow } from '#src/format/use-now.ts';
import { useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { listOptions, listQuery } from './queries.ts';
import type { PortalSearch } from './search.ts';

/** The links that the address asks for; those of before stay until the new ones have come. */
export function useLinks(search: PortalSearch, isListed = true) {
  const options = listOptions(listQuery(search, useNow()));
  return useMoreRows({ ...options, enabled: isListed, placeholderData: keepPreviousData });
}
