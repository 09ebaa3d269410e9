import pino, { type Logger } from 'pino';

/** Callers name each field: headers, query values and bodies are never logged. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

interface Options {
  readonly level: string;
  readonly now: () => Date;
  /** Replaces standard output. */
  readonly write?: (text: string) => void;
}

/** Writes one JSON object per line. Lines on standard output are written in the background, and at the latest on exit. */
export function createLog({ level, now, write }: Options): Log {
  const format = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${now().toISOString()}"`,
  };
  return pino(format, write === undefined ? pino.destination({ sync: false }) : { write });
}

/** The loggable parts of an unexpected error: name, code and stack frames, but not the message, which may contain data. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const frames = (error.stack ?? '').split('\n').filter((frame) => /^\s+at /.test(frame));
  return { error: error.name, ...code, at: frames.slice(0, 6).map((frame) => frame.trim()) };
}
