import { sql } from '#server/db/db.ts';
import { importBindings } from '#server/customers/bulk-bind/bind-bulk.ts';
import type { Upload } from '#server/operation/call.ts';
import { csvUpload } from './csv-upload.ts';
import { expectSuccess } from './expect-answer.ts';
import { TEST_ACTOR, type TestService, type TestSite } from './service.ts';

export const HEADER = 'channel,external_user_id,email\n';
export const FILE_HASH = 'ab'.repeat(32);

/** A part of a file of handles. */
export interface FilePart {
  readonly batch: string;
  readonly offset: number;
  readonly rows: readonly string[];
}

/** `count` rows, each with its own handle and customer. */
export const people = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `sms,${from + n},p${from + n}@example.org`);

/** Sends the parts of files to one site, and reads the result. */
export function batchDesk(service: TestService, { site, token }: TestSite) {
  const send = ({ batch, offset, rows }: FilePart, query: Record<string, string> = {}) =>
    service.call('POST', 'bind_channels_bulk', {
      token,
      query: { rows: '1', batch_id: batch, line_offset: String(offset), file_sha256: FILE_HASH, ...query },
      body: HEADER + rows.join('\n'),
      headers: { 'content-type': 'text/csv' },
    });
  const get = (query: Record<string, string | bigint>) => service.call('GET', 'bind_jobs', { token, query });
  return {
    send,
    get,
    async load(part: FilePart) {
      const answer = await send(part);
      expectSuccess(answer);
      return answer.json.data;
    },
    async read(query: Record<string, string | bigint>) {
      const answer = await get(query);
      expectSuccess(answer);
      return answer.json.data;
    },
    undo: (body: Record<string, unknown>) =>
      service.call('POST', 'bind_jobs', { token, body: { action: 'undo', ...body } }),
    bind: (handle: string, email: string) =>
      service.call('POST', 'bind_channel', { token, body: { channel: 'sms', external_user_id: handle, email } }),
    unbind: (handle: string) =>
      service.call('DELETE', 'bind_channel', { token, query: { channel: 'sms', external_user_id: handle } }),
    /** As another node does, which does not know of running calls. */
    importPart(
      { batch, offset, rows }: FilePart,
      { chunk = 5_000, upload = csvUpload(HEADER + rows.join('\n')) }: { chunk?: number; upload?: Upload } = {},
    ) {
      const part = { batchId: batch, lineOffset: offset, partSha256: upload.sha256, fileSha256: null };
      const options = {
        isDry: false,
        chunk,
        context: { actor: TEST_ACTOR, now: service.clock.now() },
        history: { hasRows: true, lineOffset: offset, batch: part },
      };
      return importBindings(service.database.forSite(site.id), site, upload, options);
    },
    /** The customer of each handle, the number of customers, and the number of audit entries of imports. */
    async contents() {
      const db = service.database.forSite(site.id);
      const handles = await db.query<{ handle: string; email: string }>(sql`
        select b.channel || ' ' || b.external_user_id as handle, c.email from channel_binding b
        join customer_identity c on c.site_id = b.site_id and c.id = b.identity_id
        where b.site_id = ${site.id} order by handle`);
      const [counts = {}] = await db.query(sql`
        select (select count(*) from customer_identity where site_id = ${site.id})::integer as customers,
          (select count(*) from audit_log where site_id = ${site.id} and action = 'channel.bulk_bind')::integer as audited`);
      return { ...counts, owners: Object.fromEntries(handles.map(({ handle, email }) => [handle, email])) };
    },
  };
}

export type BatchDesk = ReturnType<typeof batchDesk>;
