/** npm forwards signals that the terminal has already sent, so each arrives twice within this time. */
const ECHO_MS = 2_000;

interface Ending {
  /** Called once, with the first signal. @param secondSignal Resolves with a later one that is not an echo. */
  readonly end: (secondSignal: Promise<void>) => void;
  /** The process, except in tests. */
  readonly source?: Pick<NodeJS.EventEmitter, 'on'>;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Handles SIGTERM and SIGINT until the process ends. */
export function onSignals({ end, source = process, now = () => performance.now() }: Ending): void {
  let firstAt: number | null = null;
  let sendSecond: () => void = () => undefined;
  const receive = () => {
    if (firstAt === null) {
      firstAt = now();
      end(new Promise((resolve) => (sendSecond = resolve)));
    } else if (now() - firstAt >= ECHO_MS) {
      sendSecond();
    }
  };
  source.on('SIGTERM', receive);
  source.on('SIGINT', receive);
}
