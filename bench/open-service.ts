import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/db.ts';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { buildApp } from '#server/http/app.ts';
import { createLog } from '#server/http/log.ts';
import { TEST_CONFIG } from '#server/testing/service.ts';

const SECRET = 'a key of the bench, of more than 32 characters';

/** The variables of a service over this database; the embedded one needs none. */
export function serviceEnv(databaseUrl: string | null): Record<string, string> {
  return databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, APP_SECRET: SECRET };
}

export interface OpenService {
  readonly database: Database;
  /** Answers the body of a call that went through; everything but the socket is as in the service. */
  send(method: 'GET' | 'POST' | 'PATCH', query: string, body?: object): Promise<string>;
  close(): Promise<void>;
}

interface Options {
  readonly folder: string;
  readonly databaseUrl: string | null;
  readonly token: string;
  readonly now?: () => Date;
}

/** The service in this process, without a socket. */
export async function openService({ folder, databaseUrl, ...rest }: Options): Promise<OpenService> {
  const database = await openDatabase({ dataDir: folder, databaseUrl });
  const { send, closeApp } = await openServiceOver(database, rest);
  return {
    database,
    send,
    async close() {
      await closeApp();
      await database.close();
    },
  };
}

/** The same over a database that stays open. */
export async function openServiceOver(
  database: Database,
  { token, now = () => new Date() }: Pick<Options, 'token' | 'now'>,
): Promise<Pick<OpenService, 'send'> & { closeApp(): Promise<void> }> {
  const app = await buildApp({
    database,
    config: { ...TEST_CONFIG, logLevel: 'error' },
    clock: { now },
    log: createLog({ level: 'silent', now, write: () => undefined }),
    keys: new AppKeys(SECRET),
    dist: 'no-such-folder',
    isTest: true,
  });
  return {
    async send(method, query, body) {
      const { statusCode, payload } = await app.inject({
        method,
        url: `/v1/api.ashx?resource=${query}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      if (statusCode !== 200) throw new Error(`${method} ${query}: ${statusCode} ${payload.slice(0, 300)}`);
      return payload;
    },
    closeApp: () => app.close(),
  };
}
