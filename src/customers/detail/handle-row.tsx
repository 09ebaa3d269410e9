import { useEffect, useRef, useState } from 'react';
import type { ChannelHandle } from '#contract/customers.ts';
import { useAction } from '#src/api/write.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { TextField } from '#src/forms/field.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { callHref, mailHref, whatsAppHref } from '#src/customers/contact.ts';
import { Instant } from '#src/ui/instant.tsx';
import { nameOf, bindHandle, hideHandle, unbindHandle } from './handles.ts';
import { messages } from './messages.ts';
import type { OpenCustomer } from '#src/customers/open-customer.ts';

const texts = messages.channels;
/** The columns of all rows, where there is room for them. */
export const COLUMNS = '@xl:grid-cols-[124px_minmax(0,1.3fr)_minmax(0,1fr)_84px_168px]';
const WIDE = '@max-xl:col-span-full @xl:col-span-3';

interface HandleRowProps {
  readonly open: OpenCustomer;
  readonly handle: ChannelHandle;
  /** Why nothing can be changed. */
  readonly reason: string | undefined;
  readonly onUnbind: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** A bound handle; unbinding it is asked in the row itself. */
export function HandleRow({ open, handle, reason, onUnbind, onFailure }: HandleRowProps) {
  const [state, setState] = useState<'shown' | 'asking' | 'editing'>('shown');
  const { act, isBusy } = useAction();
  const row = useRef<HTMLLIElement>(null);
  const wasState = useRef(state);
  useEffect(() => {
    const before = wasState.current;
    wasState.current = state;
    if (state === before) return;
    const shown = before === 'asking' ? 'unbind' : 'edit';
    const target = { shown, asking: 'keep', editing: 'field' }[state];
    row.current?.querySelector<HTMLElement>(`[data-focus="${target}"]`)?.focus();
  }, [state]);
  useShortcut('escape', () => setState('shown'), { inFields: true, when: state !== 'shown' });

  const name = nameOf(handle);
  const failed = (say: (handle: string, why: string) => string) => (why: string, error: unknown) => {
    onFailure(error);
    return say(name, why);
  };

  function unbind(): void {
    onUnbind();
    void act(() => unbindHandle(open, handle), {
      optimistic: () => hideHandle(open, handle),
      failed: failed(texts.unbindFailed),
      undo: ({ wayBack }) => wayBack,
    });
  }

  /** Binds the same handle again with another display handle. */
  async function rename(typed: string): Promise<void> {
    const display_handle = typed.trim();
    if (display_handle === (handle.display_handle ?? '')) return setState('shown');
    const renamed = await act(() => bindHandle(open, { ...handle, display_handle }, null), {
      failed: failed(texts.renameFailed),
      undo: ({ wayBack }) => wayBack,
    });
    if (renamed !== null) setState('shown');
  }

  return (
    <li
      ref={row}
      className={`grid min-h-row grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-0.5 ${COLUMNS} ${
        state === 'asking' ? '-mx-2 border-b border-danger-line bg-danger-tint px-2' : 'border-b border-line'
      }`}
    >
      <span className="flex min-w-0 items-center gap-2">
        <span aria-hidden="true" className="flex text-ink-2">
          <ChannelIcon channel={handle.channel} label={channelWord(handle.channel)} />
        </span>
        {channelWord(handle.channel)}
      </span>
      <div className="max-w-full @max-xl:col-span-full @max-xl:row-start-2">
        <ExternalId handle={handle} />
      </div>
      {state === 'editing' ? (
        <RenameForm
          label={texts.rename(name)}
          value={handle.display_handle ?? ''}
          isBusy={isBusy}
          onCancel={() => setState('shown')}
          onSave={(typed) => void rename(typed)}
        />
      ) : state === 'asking' ? (
        <div
          role="group"
          aria-label={texts.ask(name)}
          className={`flex flex-wrap items-center justify-end gap-2 ${WIDE}`}
        >
          <span className="min-w-0 flex-1 text-12 text-danger-text">{texts.askText}</span>
          <Button size="sm" data-focus="keep" onClick={() => setState('shown')}>
            {texts.keep}
          </Button>
          <Button size="sm" variant="danger" onClick={unbind}>
            {texts.unbind}
          </Button>
        </div>
      ) : (
        <>
          <span
            dir="auto"
            className={`min-w-0 [overflow-wrap:anywhere] @max-xl:row-start-3 ${handle.display_handle ? '' : 'text-ink-3'}`}
          >
            <AddressText text={handle.display_handle || texts.none} />
          </span>
          <Instant
            at={handle.bound_utc}
            className="text-12 whitespace-nowrap text-ink-3 tabular-nums @max-xl:row-start-3 @max-xl:text-end"
          />
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

/** The id as the channel knows it: a link where one can write or call, and a way to copy it. */
function ExternalId({ handle: { channel, external_user_id: id } }: { readonly handle: ChannelHandle }) {
  const linkOf = { email: mailHref, whatsapp: whatsAppHref, sms: callHref, messenger: null, instagram: null }[channel];
  const link = linkOf?.(id) ?? null;
  return (
    <span className="group flex min-w-0 items-center gap-1">
      <span dir="ltr" className="min-w-0 font-mono text-12 [overflow-wrap:anywhere]">
        {link === null ? (
          <AddressText text={id} />
        ) : (
          <SafeLink href={link} className="hover:underline">
            <AddressText text={id} />
          </SafeLink>
        )}
      </span>
      <span className="flex-none opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100 print:hidden">
        <CopyButton text={id} label={texts.copy(id)} />
      </span>
    </span>
  );
}

interface RenameFormProps {
  readonly label: string;
  readonly value: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onSave: (typed: string) => void;
}

function RenameForm({ label, value, isBusy, onCancel, onSave }: RenameFormProps) {
  const [text, setText] = useState(value);
  return (
    <form
      noValidate
      className={`flex min-w-0 flex-wrap items-center gap-2 py-0.5 ${WIDE}`}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
    >
      <TextField
        data-focus="field"
        label={label}
        isLabelHidden
        className="min-w-32 flex-1"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="sm" variant="ghost" onClick={onCancel}>
        {messages.cancel}
      </Button>
      <Button size="sm" type="submit" variant="primary" busy={isBusy}>
        {messages.save}
      </Button>
    </form>
  );
}
