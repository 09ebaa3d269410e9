import { useEffect, useRef, useState } from 'react';
import type { ChannelHandle } from '#contract/customers.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { formatDay, formatInstant } from '#src/format/time.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { callHref, mailHref, whatsAppHref } from './contact-links.ts';
import { nameOf } from './handle-owner.ts';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { messages } from './messages.ts';

const texts = messages.channels;

interface HandleRowProps {
  readonly handle: ChannelHandle;
  /** Why nothing can be changed. */
  readonly reason: string | undefined;
  readonly onUnbind: () => void;
  /** Answers whether it was saved. */
  readonly onRename: (displayHandle: string) => Promise<boolean>;
}

/** A bound handle; unbinding it is asked in the row itself. */
export function HandleRow({ handle, reason, onUnbind, onRename }: HandleRowProps) {
  const zone = useDisplayZone();
  const [state, setState] = useState<'shown' | 'asking' | 'editing'>('shown');
  const row = useRef<HTMLLIElement>(null);
  const name = nameOf(handle);
  const wasState = useRef(state);
  useEffect(() => {
    const before = wasState.current;
    wasState.current = state;
    if (state === before) return;
    const target =
      state === 'shown' ? (before === 'asking' ? 'unbind' : 'edit') : state === 'asking' ? 'keep' : 'field';
    row.current?.querySelector<HTMLElement>(`[data-focus="${target}"]`)?.focus();
  }, [state]);

  useShortcut('escape', () => setState('shown'), { inFields: true, when: state !== 'shown' });
  const isAsking = state === 'asking';
  return (
    <li
      ref={row}
      className={`grid min-h-row grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-0.5 ${COLUMNS} ${
        isAsking ? '-mx-2 border-b border-danger-line bg-danger-tint px-2' : 'border-b border-line'
      }`}
    >
      <ChannelCell channel={handle.channel} />
      <div className="max-w-full @max-xl:col-span-full @max-xl:row-start-2">
        <ExternalId handle={handle} />
      </div>
      {state === 'editing' ? (
        <RenameForm
          handle={handle}
          onDone={() => setState('shown')}
          onRename={onRename}
          className="@max-xl:col-span-full @xl:col-span-3"
        />
      ) : isAsking ? (
        <div
          role="group"
          aria-label={texts.ask(name)}
          className="flex flex-wrap items-center justify-end gap-2 @max-xl:col-span-full @xl:col-span-3"
        >
          <span className="min-w-0 flex-1 text-12 text-danger-text">{texts.askText}</span>
          <Button size="sm" data-focus="keep" onClick={() => setState('shown')}>
            {texts.keep}
          </Button>
          <Button size="sm" variant="danger" onClick={onUnbind}>
            {texts.unbind}
          </Button>
        </div>
      ) : (
        <>
          <span
            dir="auto"
            className={`min-w-0 [overflow-wrap:anywhere] @max-xl:row-start-3 ${handle.display_handle ? '' : 'text-ink-3'}`}
          >
            {handle.display_handle || texts.none}
          </span>
          <time
            dateTime={handle.bound_utc}
            title={formatInstant(handle.bound_utc, zone)}
            className="text-12 whitespace-nowrap text-ink-3 tabular-nums @max-xl:row-start-3 @max-xl:text-end"
          >
            {formatDay(handle.bound_utc, zone)}
          </time>
          <span className="flex justify-end gap-0.5 @max-xl:col-start-2 @max-xl:row-start-1 print:hidden">
            <IconButton
              icon="pencil"
              size="sm"
              data-focus="edit"
              label={texts.rename(name)}
              disabledReason={reason}
              onClick={() => setState('editing')}
            />
            <Button
              size="sm"
              variant="ghost"
              data-focus="unbind"
              aria-label={texts.unbindOne(name)}
              disabledReason={reason}
              onClick={() => setState('asking')}
            >
              {texts.unbind}
            </Button>
          </span>
        </>
      )}
    </li>
  );
}

interface RenameFormProps {
  readonly handle: ChannelHandle;
  readonly onDone: () => void;
  readonly onRename: HandleRowProps['onRename'];
  readonly className: string;
}

/** Another display handle: the same handle is bound again with it. */
function RenameForm({ handle, onDone, onRename, className }: RenameFormProps) {
  const [text, setText] = useState(handle.display_handle ?? '');
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    if (isBusy) return;
    if (text.trim() === (handle.display_handle ?? '')) return onDone();
    setBusy(true);
    const isSaved = await onRename(text.trim());
    setBusy(false);
    if (isSaved) onDone();
  }

  return (
    <form
      noValidate
      className={`flex min-w-0 flex-wrap items-center gap-2 py-0.5 ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        data-focus="field"
        aria-label={texts.rename(nameOf(handle))}
        value={text}
        maxLength={200}
        dir="auto"
        autoComplete="off"
        className="h-control min-w-32 flex-1 rounded-control border border-line-control bg-surface px-2.5 pointer-coarse:h-11"
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="sm" variant="ghost" onClick={onDone}>
        {messages.cancel}
      </Button>
      <Button size="sm" type="submit" variant="primary" busy={isBusy}>
        {messages.save}
      </Button>
    </form>
  );
}

/** The columns of all rows, where there is room for them. */
export const COLUMNS = '@xl:grid-cols-[124px_minmax(0,1.3fr)_minmax(0,1fr)_84px_168px]';

/** Picture and word. */
function ChannelCell({ channel }: { readonly channel: string }) {
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
function ExternalId({ handle }: { readonly handle: ChannelHandle }) {
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
        <CopyButton text={id} label={texts.copy(id)} />
      </span>
    </span>
  );
}

function linkOf(channel: string, id: string): string | null {
  if (channel === 'email') return mailHref(id);
  if (channel === 'whatsapp') return whatsAppHref(id);
  return channel === 'sms' ? callHref(id) : null;
}
