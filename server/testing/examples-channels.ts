import type { OperationName } from '#contract/operations.ts';
import { ABSENT_ID, type Fixture, type RowExamples } from './row-example.ts';
import type { TestService } from './service.ts';

const HANDLE = { channel: 'whatsapp', external_user_id: '+493023125001' } as const;
const FILE = 'channel,external_user_id,email\r\nwhatsapp,+493023125002,bulk@example.org\r\nfax,1,bulk@example.org\r\n';

const BATCH = '0d9a6f0e-5c39-4f0c-8a3e-1d2f6b7a9c11';

let lastSite = 0;

/** The fixture of the examples below. */
export function channelFixture(service: TestService): Pick<Fixture, 'tokenWithoutChannels'> {
  return {
    async tokenWithoutChannels() {
      lastSite += 1;
      return (await service.createSite({ name: `Without channels ${lastSite}`, undeployed: ['channels'] })).token;
    },
  };
}

/** Imports handles and answers the id of the import, which is not stored without extensions. */
export async function importForFixture(
  service: TestService,
  token: string,
  query: Readonly<Record<string, string>> = {},
): Promise<bigint> {
  const call = { token, query, body: file(FILE), headers: { 'content-type': 'text/csv' } };
  const { json } = await service.call('POST', 'bind_channels_bulk', call);
  return BigInt(json.data.job_id ?? ABSENT_ID);
}

/** Bytes, because a test that copies the call would send a text as JSON. */
function file(text: string): Uint8Array {
  return Buffer.from(text);
}

export const CHANNEL_EXAMPLES: Pick<
  Readonly<Record<OperationName, RowExamples>>,
  'bindChannel' | 'unbindChannel' | 'bindChannelsBulk' | 'listBindJobs' | 'listBindRows' | 'undoBindJob'
> = {
  bindChannel: {
    success: (own) => ({ body: { ...HANDLE, identity_id: own.identityId, display_handle: 'Ada' } }),
    errors: {
      bad_channel: (own) => ({ body: { ...HANDLE, channel: 'fax', identity_id: own.identityId } }),
      no_identity: () => ({ body: HANDLE }),
      bind_failed: async (own) => ({
        token: await own.tokenWithoutChannels(),
        body: { ...HANDLE, email: 'new@example.org' },
      }),
    },
    foreign: (other) => ({ body: { ...HANDLE, identity_id: other.identityId } }),
  },
  unbindChannel: {
    success: () => ({ query: HANDLE }),
    errors: {
      bad_channel: () => ({ query: { ...HANDLE, channel: 'fax' } }),
      unbind_failed: async (own) => ({ token: await own.tokenWithoutChannels(), query: HANDLE }),
    },
    // A handle of another site does not exist here.
    foreign: () => ({ query: HANDLE }),
  },
  bindChannelsBulk: {
    success: () => ({ body: file(FILE) }),
    errors: {
      bad_header: () => ({ body: file(FILE.replace('channel', 'network')) }),
      empty_body: () => ({ body: file('\ufeff\r\n') }),
      no_rows: () => ({ body: file('channel,external_user_id,email\r\n\r\n') }),
      // Different bytes than those of the part that was sent before.
      conflict: async (own) => ({ query: { batch_id: await own.makeBatch() }, body: file(`${FILE}sms,1,,`) }),
    },
    // The sender names a batch: at this site the same name is another batch, without results.
    foreign: () => ({ query: { dry_run: '1', batch_id: BATCH, line_offset: '1' }, body: file(FILE) }),
  },
  listBindJobs: {
    success: () => ({}),
    errors: { not_found: () => ({ query: { id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { id: other.importId } }),
  },
  listBindRows: {
    success: (own) => ({ query: { rows: '1', id: own.importId } }),
    errors: {
      missing_field: () => ({ query: { rows: '1' } }),
      not_found: () => ({ query: { rows: '1', id: ABSENT_ID } }),
    },
    foreign: (other) => ({ query: { rows: '1', id: other.importId } }),
  },
  undoBindJob: {
    success: async (own) => ({ body: { action: 'undo', id: await own.makeImport() } }),
    errors: {
      not_found: () => ({ body: { action: 'undo', id: ABSENT_ID } }),
      conflict: (own) => ({ body: { action: 'undo', id: own.importId } }),
      unbind_failed: async (own) => ({
        token: await own.tokenWithoutChannels(),
        body: { action: 'undo', id: ABSENT_ID },
      }),
    },
    foreign: (other) => ({ body: { action: 'undo', id: other.importId } }),
  },
};
