const chunkErrors = new WeakSet<Error>();

/** Listens from the start: a part that could not be fetched is another thing than one that broke. */
window.addEventListener('vite:preloadError', ({ payload }) => chunkErrors.add(payload));

/** After a deploy the files of the version before are gone: whatever needs them is healed by loading the page anew. */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && chunkErrors.has(error);
}
