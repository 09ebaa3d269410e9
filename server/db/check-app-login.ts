import type { Connection } from './connection.ts';
import type { Engine } from './engine.ts';
import { StartFailure } from './errors.ts';
import { readRows } from './read-rows.ts';

interface Server {
  readonly place: string;
}

interface Login {
  readonly name: string;
  readonly is_above: boolean;
  readonly is_owner: boolean;
  readonly is_app: boolean;
}

/** Identifies the server and database. */
const PLACE = `select current_database() || ' since ' || pg_postmaster_start_time() as place`;

/**
 * The rights of the login, and those it can acquire. CREATEROLE counts as bypassing row-level security too, since such a role
 * can join any role below a superuser.
 */
const LOGIN = `select session_user as name,
  exists (select from pg_roles r where (r.rolsuper or r.rolbypassrls or r.rolcreaterole) and pg_has_role(session_user, r.oid, 'member')) as is_above,
  exists (select from pg_class c where c.relname = 'site' and c.relnamespace = 'public'::regnamespace and pg_has_role(session_user, c.relowner, 'member')) as is_owner,
  pg_has_role(session_user, 'support_console_app', 'member') as is_app`;

/**
 * With DATABASE_OWNER_URL, checks that the login of DATABASE_URL has exactly the rights of the service's role.
 * @throws StartFailure if it has more or fewer rights, or belongs to another database.
 */
export async function checkAppLogin({ source, appSource, hasAppLogin }: Engine): Promise<void> {
  if (!hasAppLogin) return;
  const ownerPlace = await source.use('owner', (connection) => readPlace(connection));
  await appSource.use('unbound', async (connection) => {
    if ((await readPlace(connection)) !== ownerPlace)
      throw new StartFailure('DATABASE_OWNER_URL and DATABASE_URL must lead to the same database');
    const [login] = readRows<Login>(await connection.run({ text: LOGIN, values: [] }));
    if (login !== undefined) requireAppLogin(login);
  });
}

function requireAppLogin({ name, is_above: isAbove, is_owner: isOwner, is_app: isApp }: Login): void {
  const refuse = (problem: string) => {
    throw new StartFailure(
      `DATABASE_URL logs in as ${name}, which ${problem}: with DATABASE_OWNER_URL it must be support_console_app, or a login whose only role that is`,
    );
  };
  if (isAbove)
    refuse('is or may become a role that row-level security does not bind (SUPERUSER, BYPASSRLS, CREATEROLE)');
  if (isOwner) refuse('is or may become the owner of the tables');
  if (!isApp) refuse('may not act as support_console_app');
}

async function readPlace(connection: Connection): Promise<string | undefined> {
  return readRows<Server>(await connection.run({ text: PLACE, values: [] }))[0]?.place;
}
