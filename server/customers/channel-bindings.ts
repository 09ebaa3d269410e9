import { isChannel, NOT_A_CHANNEL } from '#contract/bind-row.ts';
import type { bindChannel as BindChannel, unbindChannel as UnbindChannel } from '#contract/channels.ts';
import type { Channel } from '#contract/customers.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { bindChannel as bind, unbindChannel as unbind } from './bind-channel.ts';

/** POST bind_channel. See docs/api.md, "Channels". */
export const bindChannel: Handler<typeof BindChannel> = async ({ db, site, actor, now, body }) => {
  const { external_user_id: externalUserId, identity_id: identityId, email, phone } = body;
  const channel = readChannel(body.channel);
  const request = {
    channel,
    externalUserId,
    identityId: identityId ?? null,
    email: email ?? null,
    phone: phone ?? null,
    displayHandle: body.display_handle ?? null,
    displayName: body.display_name ?? null,
  };
  // 23503: the customer was deleted between the look-up and the insert.
  const result = await retryConflicts(db, (db) => bind(db, site, request, { actor, now }), ['23503']);
  switch (result.outcome) {
    case 'no_identity':
      throw new ApiError('no_identity', 'Give the identity_id of a customer of this site, an email or a phone');
    case 'not_deployed':
      throw new ApiError('bind_failed', 'Channels are not deployed for this site');
    default: {
      const { identityId: identity_id, displayHandle: display_handle } = result;
      return { ok: true, identity_id, channel, external_user_id: externalUserId, display_handle };
    }
  }
};

/** DELETE bind_channel; succeeds for a handle that is not bound. See docs/api.md, "Channels". */
export const unbindChannel: Handler<typeof UnbindChannel> = async ({ db, site, actor, now, query }) => {
  const { external_user_id: externalUserId } = query;
  const channel = readChannel(query.channel);
  if (site.undeployed.includes('channels'))
    throw new ApiError('unbind_failed', 'Channels are not deployed for this site');
  const handle = await retryConflicts(db, (db) => unbind(db, site, { channel, externalUserId }, { actor, now }));
  return { ok: true, channel, external_user_id: handle.externalUserId };
};

function readChannel(name: string): Channel {
  if (isChannel(name)) return name;
  throw new ApiError('bad_channel', NOT_A_CHANNEL);
}
