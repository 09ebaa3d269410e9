/** So long a finger rests before it means more than a tap. */
export const HOLD_MS = 500;
/** No finger rests quite still. */
const SLACK_PX = 10;

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

export interface LongPress<On> {
  /** A finger is down. @param on what it is on */
  start(at: Point, on: On): void;
  move(to: Point): void;
  /** It is up, or the browser scrolls with it. */
  end(): void;
}

/** Tells a finger that rests from one that taps or scrolls. */
export function createLongPress<On>(onHold: (on: On) => void): LongPress<On> {
  let from: Point | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function end(): void {
    clearTimeout(timer);
    from = null;
  }
  return {
    start(at, on) {
      end();
      from = at;
      timer = setTimeout(() => {
        from = null;
        onHold(on);
      }, HOLD_MS);
    },
    move(to) {
      if (from !== null && Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) > SLACK_PX) end();
    },
    end,
  };
}
