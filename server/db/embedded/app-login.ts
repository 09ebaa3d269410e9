import pg from 'pg';

const APP = 'support_console_app';

/** The address under which the service logs in as the role behind row-level security. @param url of the superuser */
export function appUrlOf(url: string): string {
  const app = new URL(url);
  app.username = APP;
  return app.href;
}

/** Lets the role of the service log in, with the superuser's password if the server asks for one. */
export async function ensureAppLogin(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { password } = new URL(url);
    const { rows } = await client.query('select from pg_roles where rolname = $1', [APP]);
    await client.query(
      `${rows.length === 0 ? 'create' : 'alter'} role ${APP} login nobypassrls` +
        (password === '' ? '' : ` password ${client.escapeLiteral(decodeURIComponent(password))}`),
    );
  } finally {
    await client.end();
  }
}
