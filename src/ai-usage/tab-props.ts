import type { AiSearch } from './search.ts';

/** Goes to another state of the page: another view of it is a step of the history, a filter is not. */
export type GoTo = (next: AiSearch, options: { readonly replace: boolean }) => void;

/** What each tab is given. */
export interface TabProps {
  readonly search: AiSearch;
  readonly go: GoTo;
  /** The service has the extension `ai_reports`; without it the page lives from `ai_usage` and `ai_limits` alone. */
  readonly hasReports: boolean;
}
