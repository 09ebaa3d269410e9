/** The pace of a hand, or of a slow service: no test waits by it for what a page does. */
export function wait(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}
