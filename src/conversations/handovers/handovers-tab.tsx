import type { HandoversSearch, TabProps } from '#src/conversations/search.ts';

export function HandoversTab(_props: TabProps<HandoversSearch>) {
  return null;
}
