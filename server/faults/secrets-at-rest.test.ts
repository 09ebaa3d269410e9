import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/db.ts';
import { startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';
import { startReceiver, type Receiver } from '#server/testing/receiver.ts';
import { makeDist, makeSetting, type Setting } from '#server/testing/run-program.ts';
import { makeNodeSite, startNode, type ServiceNode } from '#server/testing/service-node.ts';
import { newToken } from '#server/tokens/token-format.ts';

const PROVIDER_KEY = 'pk-at-rest-0123456789';

let node: ServiceNode | undefined;
let receiver: Receiver | undefined;
let provider: FakeProvider | undefined;
afterEach(async () => {
  await node?.kill();
  await receiver?.close();
  await provider?.close();
});

/** Every row of every table, as text. */
async function readTables(setting: Setting): Promise<string> {
  const database = await openDatabase(setting);
  try {
    const tables = await database.owner.query<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const rows = await database.owner.query<{ row: string }>({
        text: `select t::text as row from "${name}" t`,
        values: [],
      });
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  } finally {
    await database.close();
  }
}

/** Every byte of the data folder: with the embedded database also its pages and its log. */
async function readFolder(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))));
}

test('no secret that the service issued or received is in the log, the tables or the data folder', async () => {
  receiver = await startReceiver();
  provider = await startFakeProvider();
  const [dist, setting] = [await makeDist(), await makeSetting()];
  const { token } = await makeNodeSite(setting);
  const variables = { WEBHOOK_ALLOW_PRIVATE: '1', AI_PROVIDER_BASE_URL: provider.baseUrl, LOG_LEVEL: 'debug' };
  node = await startNode(dist, { ...setting.variables, ...variables });
  const service = node;
  const call = async (method: string, resource: string, options: object = {}) => {
    const { status, json } = await service.call(method, resource, { token, ...options });
    expect(status, `${method} ${resource}: ${JSON.stringify(json)}`).toBe(200);
    return json.data;
  };
  const key = (name: string) => ({ headers: { 'idempotency-key': name } });

  const ticket = { subject: 'Told to others', requester_email: 'reader@example.org' };
  const { id } = await call('POST', 'tickets', { body: ticket, ...key('once') });
  const session = await call('POST', 'sessions', { body: {} });
  const issued = await call('POST', 'api_tokens', { body: { label: 'Given out', scopes: ['read'] } });
  const confirmed = { label: 'Confirmed', scopes: ['read'], confirm_token: token };
  const byHand = await call('POST', 'api_tokens', { token: session.token, body: confirmed });
  const relabelled = { id: byHand.id, label: 'Confirmed again', confirm_token: token };
  await call('PATCH', 'api_tokens', { token: session.token, body: relabelled, ...key('label') });
  const again = { rotate_id: byHand.id, confirm_token: token };
  await call('POST', 'api_tokens', { token: session.token, body: again, ...key('rotate') });
  const link = await call('POST', 'portal_token', { body: { requester_email: 'reader@example.org' }, ...key('link') });
  const long = { requester_email: 'reader@example.org', expiry_days: 365, confirm_token: token };
  await call('POST', 'portal_token', { token: session.token, body: long, ...key('long link') });
  const hook = await call('POST', 'webhook_subscriptions', { body: { url: receiver.url, events: ['ticket.updated'] } });
  const rotated = await call('PATCH', 'webhook_subscriptions', { body: { id: hook.id, rotate_secret: true } });
  const { undo_token: undo } = await call('PATCH', 'ticket', { body: { id, priority: 'high' } });
  await receiver.untilReceived(1);
  const question = { transcript: 'Where is my bike?', provider_api_key: PROVIDER_KEY };
  await call('POST', 'ai_copilot', { body: question, ...key('question') });
  const file = { body: 'channel,external_user_id,email\nsms,1,a@example.org', headers: { 'content-type': 'text/csv' } };
  await call('POST', 'bind_channels_bulk', file);
  // Refused requests are logged as well, without their secrets.
  await service.call('GET', 'tickets', { token: `${issued.token}x` });
  await service.call('POST', 'ai_copilot', { token, body: { ...question, mode: 'guess' } });
  const wrong = newToken('sck', 1n);
  for (const confirm of [wrong, `${wrong}${'x'.repeat(300)}`]) {
    const { status, json } = await service.call('POST', 'api_tokens', {
      token: session.token,
      body: { ...confirmed, confirm_token: confirm },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(json)).not.toContain(wrong.slice(4));
  }

  const secrets = {
    token,
    session: session.token,
    issued: issued.token,
    byHand: byHand.token,
    wrong,
    link: new URL(link.token_url).hash.slice(1),
    hook: hook.secret,
    rotated: rotated.secret,
    undo,
    provider: PROVIDER_KEY,
  };
  const { stdout, stderr } = await service.stop();
  node = undefined;
  const tables = await readTables(setting);
  const folder = await readFolder(setting.dataDir);
  // The search works: it finds text that is not secret.
  expect(tables).toContain(ticket.subject);
  if (setting.databaseUrl === null) expect(folder.includes(ticket.subject)).toBe(true);
  expect(stdout + stderr).toContain('ai_copilot');
  for (const [name, secret] of Object.entries(secrets)) {
    expect(typeof secret === 'string' && secret.length >= 20, `${name}: ${secret}`).toBe(true);
    // Also without its prefix, which is not secret.
    for (const text of [secret, secret.slice(secret.lastIndexOf('_') + 1)]) {
      expect(tables.includes(text), `${name} in a table`).toBe(false);
      expect(folder.includes(text), `${name} in the data folder`).toBe(false);
      expect((stdout + stderr).includes(text), `${name} in the log`).toBe(false);
    }
  }
});
