/** What Chromium, Firefox and Safari say of a module that could not be fetched. */
const MESSAGES = /dynamically imported module|importing a module script failed/i;

/**
 * A part that could not be fetched is another thing than one that broke: after a deploy the files of the version before are
 * gone, and whatever needs them is healed by loading the page anew.
 */
export function isChunkError(error: unknown): boolean {
  return error instanceof TypeError && MESSAGES.test(error.message);
}
