/** Fetches the palette's code when somebody is about to open it. */
export function preloadPalette(): void {
  // Without a network it is fetched again on opening.
  import('./palette.tsx').catch(() => undefined);
}
