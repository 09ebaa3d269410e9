/** Fetches the form and its packages when somebody is about to open it. */
export function preloadForm(): void {
  import('./new-ticket-drawer.tsx').catch(() => undefined);
}
