export interface ApiCallsFilter {
  /** The calls of this resource alone, such as "tickets". */
  readonly resource?: string | undefined;
  /** The call with this request id, opened. */
  readonly requestId?: string | undefined;
}

let listener: ((filter: ApiCallsFilter) => void) | null = null;
/** Asked for before the frame had loaded the drawer. */
let waiting: ApiCallsFilter | undefined;

/** Opens the drawer with the last calls of this page, where there is one: see `hasApiCalls`. */
export function showApiCalls(resource?: string, requestId?: string): void {
  const filter = { resource, requestId };
  if (listener === null) waiting = filter;
  else listener(filter);
}

/** False outside the frame of the signed-in pages. */
export function hasApiCalls(): boolean {
  return listener !== null;
}

/** The frame registers here. */
export function onShowApiCalls(next: (filter: ApiCallsFilter) => void): () => void {
  listener = next;
  if (waiting !== undefined) next(waiting);
  waiting = undefined;
  return () => {
    if (listener === next) listener = null;
  };
}
