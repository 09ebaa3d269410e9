/** What was said in a session. */
export function TranscriptPane(_props: { readonly sessionId: string }) {
  return null;
}
