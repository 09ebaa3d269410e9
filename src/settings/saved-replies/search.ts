import { MAX_REPLY_TITLE } from '#contract/saved-replies.ts';
import { defineSearch, flag, textUpTo } from '#src/browser/define-search.ts';

/** Search parameters of the page. */
export const savedRepliesSearch = defineSearch({
  /** Words of title or text. */
  q: textUpTo(200),
  /** The form of a new one is open. */
  new: flag,
  /** The title that it begins with. */
  title: textUpTo(MAX_REPLY_TITLE),
});
export type SavedRepliesSearch = ReturnType<typeof savedRepliesSearch>;
