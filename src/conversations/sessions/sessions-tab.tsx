import type { SessionsSearch, TabProps } from '#src/conversations/search.ts';

export function SessionsTab(_props: TabProps<SessionsSearch>) {
  return null;
}
