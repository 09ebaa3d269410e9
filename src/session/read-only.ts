let isSet = false;

/** Call it before the first render, in a frame whose host allows no changes. */
export function makeReadOnly(): void {
  isSet = true;
}

/** Whether this document is read-only: it has no controls that change something, and `call` sends reads alone. */
export function isReadOnly(): boolean {
  return isSet;
}
