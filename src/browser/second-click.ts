const SAME_GESTURE_MS = 400;

let lastAt = -Infinity;

/**
 * True for a click so soon after the one before that both are one gesture: what stands under the pointer has changed by
 * then, and would do the opposite. One clock for all: the next ticket has a button of its own in the same place.
 */
export function isSecondClick({ timeStamp }: Pick<Event, 'timeStamp'>): boolean {
  const isSecond = timeStamp - lastAt < SAME_GESTURE_MS;
  lastAt = timeStamp;
  return isSecond;
}
