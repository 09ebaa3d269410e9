import type { ReviewSearch, TabProps } from '#src/conversations/search.ts';

export function ReviewTab(_props: TabProps<ReviewSearch>) {
  return null;
}
