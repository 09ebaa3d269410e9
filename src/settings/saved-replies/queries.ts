import { keepPreviousData } from '@tanstack/react-query';
import { listSavedReplies } from '#contract/saved-replies.ts';
import { readPages } from '#src/api/read.ts';

/** The saved replies of the page, most used first. */
export function listOptions(q: string | undefined) {
  return {
    ...readPages(listSavedReplies, q === undefined ? {} : { q }, { limit: 50 }),
    placeholderData: keepPreviousData,
  };
}
