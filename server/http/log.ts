import { writeJson } from '#contract/json.ts';

/** Writes one JSON object per line. Callers name each field: headers, query values and bodies are never logged. */
export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
  /** Writes buffered lines; call it before the process ends. */
  flush(): void;
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof LEVELS)[number];

/** Writing to a pipe blocks, so lines are buffered briefly; warnings and errors are written immediately. */
const BUFFER_MS = 100;
const BUFFER_CHARACTERS = 65_536;

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
  let buffered = '';
  let timer: NodeJS.Timeout | null = null;

  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (buffered === '') return;
    const text = buffered;
    buffered = '';
    write(text);
  };

  const line = (name: LogLevel, details: object, message: string) => {
    if (LEVELS.indexOf(name) < least) return;
    buffered += `${writeJson({ level: name, time: now().toISOString(), msg: message, ...details })}\n`;
    if (name === 'warn' || name === 'error' || buffered.length > BUFFER_CHARACTERS) flush();
    else timer ??= setTimeout(flush, BUFFER_MS).unref();
  };

  return {
    debug: (details, message) => line('debug', details, message),
    info: (details, message) => line('info', details, message),
    warn: (details, message) => line('warn', details, message),
    error: (details, message) => line('error', details, message),
    flush,
  };
}

/** The loggable parts of an unexpected error: name, code and stack frames, but not the message, which may contain data. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const frames = (error.stack ?? '').split('\n').filter((frame) => /^\s+at /.test(frame));
  return { error: error.name, ...code, at: frames.slice(0, 6).map((frame) => frame.trim()) };
}
