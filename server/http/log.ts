import { writeJson } from '#contract/json.ts';

/** One JSON object a line. Callers name each field they log: headers, query values and bodies never get here. */
export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
  /** Writes what is held back; to be called before the process ends. */
  flush(): void;
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof LEVELS)[number];

/** A write to a pipe blocks, so lines are gathered for a moment; warnings and errors go out at once. */
const HOLD_MS = 100;
const HOLD_CHARACTERS = 65_536;

interface Options {
  readonly level: string;
  readonly now: () => Date;
  readonly write: (text: string) => void;
}

export function createLog({ level, now, write }: Options): Log {
  const least = Math.max(
    0,
    LEVELS.findIndex((name) => name === level),
  );
  let held = '';
  let timer: NodeJS.Timeout | null = null;

  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (held === '') return;
    const text = held;
    held = '';
    write(text);
  };

  const line = (name: LogLevel, details: object, message: string) => {
    if (LEVELS.indexOf(name) < least) return;
    held += `${writeJson({ level: name, time: now().toISOString(), msg: message, ...details })}\n`;
    if (name === 'warn' || name === 'error' || held.length > HOLD_CHARACTERS) flush();
    else timer ??= setTimeout(flush, HOLD_MS).unref();
  };

  return {
    debug: (details, message) => line('debug', details, message),
    info: (details, message) => line('info', details, message),
    warn: (details, message) => line('warn', details, message),
    error: (details, message) => line('error', details, message),
    flush,
  };
}

/** Loggable parts of an unexpected error: its kind, its code and where it was thrown, never data. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const frames = (error.stack ?? '').split('\n').filter((frame) => /^\s+at /.test(frame));
  return { error: error.name, ...code, at: frames.slice(0, 6).map((frame) => frame.trim()) };
}
