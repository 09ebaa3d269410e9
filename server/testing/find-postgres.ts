import { connect } from 'node:net';

const LOCAL = 'postgres://postgres@127.0.0.1:5432/postgres';

/** The server for the project `postgres`, or why the project is left out. */
export type TestPostgres = { readonly url: string } | { readonly leftOut: string };

/**
 * `NO_POSTGRES=1` leaves PostgreSQL out. Else TEST_DATABASE_URL names the server, or the one on 127.0.0.1:5432 is taken
 * where it answers. With CI=true a missing server is no reason: the tests then fail.
 */
export async function findTestPostgres(env: Readonly<Record<string, string | undefined>>): Promise<TestPostgres> {
  if (env['NO_POSTGRES'] === '1') return { leftOut: 'NO_POSTGRES=1' };
  const named = env['TEST_DATABASE_URL'];
  if (named !== undefined && named !== '') return { url: named };
  if (env['CI'] === 'true' || (await answers('127.0.0.1', 5432))) return { url: LOCAL };
  return { leftOut: 'no PostgreSQL answers on 127.0.0.1:5432 and TEST_DATABASE_URL is not set' };
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
