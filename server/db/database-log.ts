/** What the database has to say while the service runs; a pino logger fits. */
export interface DatabaseLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export const SILENT_LOG: DatabaseLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
