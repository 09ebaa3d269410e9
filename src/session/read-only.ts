let isSet = false;

/** From now on nothing is changed from this document: called before anything is drawn, in a frame whose host allows no changes. */
export function makeReadOnly(): void {
  isSet = true;
}

/** Whether this document only shows. What changes something is then left out, and `call` sends nothing but reads. */
export function isReadOnly(): boolean {
  return isSet;
}
