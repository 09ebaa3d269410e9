import type { InsightsSearch, TabProps } from '#src/conversations/search.ts';

export function InsightsTab(_props: TabProps<InsightsSearch>) {
  return null;
}
