import type { AiSearch } from './search.ts';

/** Goes to another state of the page: another view of it is a step of the history, a filter is not. */
export type GoTo<Search extends AiSearch> = (next: Search, options: { readonly replace: boolean }) => void;

/** What each tab is given. */
export interface TabProps<Search extends AiSearch> {
  readonly search: Search;
  readonly go: GoTo<Search>;
}
