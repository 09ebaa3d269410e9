import type { Connection } from './connection.ts';
import { QueryError, StartFailure } from './errors.ts';
import { readRows } from './read-rows.ts';

const ROLE = 'support_console_app';
const GRANT_HINT = `run as an administrator: CREATE ROLE ${ROLE} NOLOGIN NOBYPASSRLS; GRANT ${ROLE} TO the user of DATABASE_URL`;

interface RoleRow {
  readonly bypasses: boolean;
}

async function findRole(connection: Connection): Promise<RoleRow | undefined> {
  const text = 'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = $1';
  return readRows<RoleRow>(await connection.run({ text, values: [ROLE] }))[0];
}

/**
 * Creates the role of the service if absent, and ensures that this user may switch to it. Roles belong to the whole server,
 * so nodes of another database may be creating it at the same time.
 * @param becomesApp Whether the service uses this user rather than its own login.
 * @throws StartFailure if a right is missing or the role bypasses row-level security.
 */
export async function prepareRole(connection: Connection, becomesApp: boolean): Promise<void> {
  let role = await findRole(connection);
  if (role === undefined) {
    const refusal = await attempt(connection, `create role ${ROLE} nologin nobypassrls`);
    role = await findRole(connection);
    if (role === undefined)
      throw new StartFailure(`The database user may not create the role ${ROLE} (${refusal}); ${GRANT_HINT}`);
  }
  if (role.bypasses)
    throw new StartFailure(
      `The role ${ROLE} bypasses row-level security; run ALTER ROLE ${ROLE} NOSUPERUSER NOBYPASSRLS`,
    );
  if (!becomesApp || (await attempt(connection, `set role ${ROLE}; reset role`)) === null) return;
  await attempt(connection, `grant ${ROLE} to current_user`);
  const refusal = await attempt(connection, `set role ${ROLE}; reset role`);
  if (refusal !== null)
    throw new StartFailure(`The database user may not act as the role ${ROLE} (${refusal}); ${GRANT_HINT}`);
}

/** @returns the server's refusal, or null if the script passed. */
async function attempt(connection: Connection, script: string): Promise<string | null> {
  try {
    await connection.script(script);
    return null;
  } catch (error) {
    if (error instanceof QueryError) return error.message;
    throw error;
  }
}
