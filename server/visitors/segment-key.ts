/** The form by which names of segments are compared: without regard to case. */
export function segmentKey(name: string): string {
  return name.trim().toLowerCase();
}
