import type { ChannelHandle } from '#contract/customers.ts';
import { callHref, mailHref, whatsAppHref } from '#src/customers/detail/contact-links.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { messages } from './messages.ts';

/** The columns of all rows, where there is room for them. */
export const COLUMNS = '@xl:grid-cols-[124px_minmax(0,1.3fr)_minmax(0,1fr)_84px_168px]';

/** Picture and word. */
export function ChannelCell({ channel }: { readonly channel: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span aria-hidden="true" className="flex text-ink-2">
        <ChannelIcon channel={channel} label={channelWord(channel)} />
      </span>
      {channelWord(channel)}
    </span>
  );
}

/** The id as the channel knows it: a link where one can write or call, and a way to copy it. */
export function ExternalId({ handle }: { readonly handle: ChannelHandle }) {
  const { channel, external_user_id: id } = handle;
  const link = linkOf(channel, id);
  return (
    <span className="group flex min-w-0 items-center gap-1">
      <span dir="ltr" className="min-w-0 font-mono text-12 [overflow-wrap:anywhere]">
        {link === null ? (
          id
        ) : (
          <SafeLink href={link} className="hover:underline">
            {id}
          </SafeLink>
        )}
      </span>
      <span className="flex-none opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100 print:hidden">
        <CopyButton text={id} label={messages.copy(id)} />
      </span>
    </span>
  );
}

function linkOf(channel: string, id: string): string | null {
  if (channel === 'email') return mailHref(id);
  if (channel === 'whatsapp') return whatsAppHref(id);
  return channel === 'sms' ? callHref(id) : null;
}
