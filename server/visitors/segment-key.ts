/** The form in which names of segments are kept apart: without regard to case. */
export function segmentKey(name: string): string {
  return name.trim().toLowerCase();
}
