/** npm hands a signal on that the terminal has sent already, so each arrives twice. */
const TWICE_WITHIN_MS = 2_000;

interface Ending {
  /** Called once, with the first signal. @param secondSignal Resolves with a later one that is not its echo. */
  readonly end: (secondSignal: Promise<void>) => void;
  /** The process, except in tests. */
  readonly source?: Pick<NodeJS.EventEmitter, 'on'>;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

/** Listens for SIGTERM and SIGINT, for as long as the process lives. */
export function onSignals({ end, source = process, now = () => performance.now() }: Ending): void {
  let firstAt: number | null = null;
  let hurryUp: () => void = () => undefined;
  const receive = () => {
    if (firstAt === null) {
      firstAt = now();
      end(new Promise((resolve) => (hurryUp = resolve)));
    } else if (now() - firstAt >= TWICE_WITHIN_MS) {
      hurryUp();
    }
  };
  source.on('SIGTERM', receive);
  source.on('SIGINT', receive);
}
