import { useEffect, useRef, useState } from 'react';
import { bindChannel } from '#contract/channels.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWhoami, useCountry } from '#src/api/whoami.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { callHref, mailHref, whatsAppHref } from '#src/customers/contact.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import {
  isNotDeployed,
  checkHandle,
  findOwner,
  nameOf,
  useOwner,
  type Handle,
  type HandleKey,
  type Owner,
  type OwnerState,
  bindHandle,
  hideHandle,
  unbindHandle,
  type HandleChange,
} from './handles.ts';
import { messages } from './messages.ts';
import type { OpenCustomer } from '#src/customers/open-customer.ts';
import { CustomerPanel, Nothing } from './related-panels.tsx';
import { Link } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { CHANNELS, type Channel, type ChannelHandle } from '#contract/customers.ts';
import type { Body } from '#contract/operation.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { useAction } from '#src/api/write.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { sessionState } from '#src/session/session-store.ts';
import { fieldOf, SelectField, TextField } from '#src/forms/field.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { LeaveGuard } from '#src/ui/leave-guard.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';

const texts = messages.channels;

interface ChannelsPanelProps {
  readonly open: OpenCustomer;
  readonly isBinding: boolean;
  readonly onBinding: (isBinding: boolean) => void;
}

/** The handles that messages are matched to this customer by. */
export function ChannelsPanel({ open, isBinding, onBinding }: ChannelsPanelProps) {
  const { channels, id } = open.customer.identity;
  const { reason } = useWriteAccess('channels:write');
  const isKnownMissing = useWhoami().capabilities.deployed.channels === false;
  const [isFoundMissing, setFoundMissing] = useState(false);
  const isMissing = isKnownMissing || isFoundMissing;
  const bindButton = useRef<HTMLButtonElement>(null);
  const wasBinding = useRef(isBinding);
  useEffect(() => {
    if (wasBinding.current && !isBinding) bindButton.current?.focus();
    wasBinding.current = isBinding;
  }, [isBinding]);

  const props = {
    open,
    onFailure: (error: unknown) => {
      if (isNotDeployed(error)) setFoundMissing(true);
    },
  };
  const bind = (
    <span className="print:hidden">
      <Button ref={bindButton} size="sm" icon="plus" kbd="b" disabledReason={reason} onClick={() => onBinding(true)}>
        {messages.verbs.bind}
      </Button>
    </span>
  );
  return (
    <CustomerPanel
      title={texts.title}
      note={isMissing ? null : texts.count(channels.length)}
      actions={isMissing || isBinding ? null : bind}
    >
      {isMissing ? (
        <EmptyBlock icon="info" title={texts.notDeployed} text={texts.notDeployedText} />
      ) : (
        <>
          {channels.length > 0 || isBinding ? (
            <div
              aria-hidden="true"
              className={`hidden min-h-8 items-center gap-x-3 border-b border-line text-12 text-ink-3 @xl:grid ${COLUMNS}`}
            >
              <span>{texts.channel}</span>
              <span>{texts.externalId}</span>
              <span>{texts.handle}</span>
              <span>{isBinding ? null : texts.bound}</span>
            </div>
          ) : (
            <Nothing>{texts.empty}</Nothing>
          )}
          <ul aria-label={texts.title}>
            {channels.map((handle) => (
              <HandleRow
                key={`${id} ${handle.channel} ${handle.external_user_id}`}
                {...props}
                handle={handle}
                reason={reason}
                // The row with the focus is gone.
                onUnbind={() => bindButton.current?.focus()}
              />
            ))}
            {isBinding ? <BindRow {...props} onClose={() => onBinding(false)} /> : null}
          </ul>
        </>
      )}
    </CustomerPanel>
  );
}

/** The columns of a wide panel. */
const COLUMNS = '@xl:grid-cols-[124px_minmax(0,1.3fr)_minmax(0,1fr)_84px_168px]';
const WIDE = '@max-xl:col-span-full @xl:col-span-3';

interface HandleRowProps {
  readonly open: OpenCustomer;
  readonly handle: ChannelHandle;
  /** Why the user can't change it. */
  readonly reason: string | undefined;
  readonly onUnbind: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** A bound handle; the row itself asks before it is unbound. */
function HandleRow({ open, handle, reason, onUnbind, onFailure }: HandleRowProps) {
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

/** The channel's id, with a link to write or call if there is one, and Copy. */
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

const bindTexts = messages.binding;

interface BindRowProps {
  readonly open: OpenCustomer;
  /** Called when the handle was bound or the form was cancelled. */
  readonly onClose: () => void;
  readonly onFailure: (error: unknown) => void;
}

interface Values {
  channel: Channel;
  external_user_id: string;
  display_handle: string;
}

/** The last row of the table: binds a handle. Looks up its owner while it is typed and again before it is sent. */
function BindRow({ open, onFailure, onClose }: BindRowProps) {
  const { identity } = open.customer;
  const country = useCountry();
  const form = useForm<Values, unknown, Body<typeof bindChannel>>({
    defaultValues: { channel: 'whatsapp', external_user_id: '', display_handle: '' },
    mode: 'onTouched',
    resolver: contractResolver({
      schema: bindChannel.body,
      names: { external_user_id: messages.channels.externalId, display_handle: messages.channels.handle },
      bodyOf: ({ channel, external_user_id, display_handle }: Values) => ({
        channel,
        external_user_id: checkHandle(channel, external_user_id, country).value,
        identity_id: identity.id,
        ...(display_handle.trim() === '' ? {} : { display_handle: display_handle.trim() }),
      }),
      also: ({ channel, external_user_id }) => ({
        external_user_id: checkHandle(channel, external_user_id, country).problem ?? undefined,
      }),
    }),
  });
  const { handleSubmit, setFocus } = form;
  const [channel, typed] = useWatch({ control: form.control, name: ['channel', 'external_user_id'] });
  const check = checkHandle(channel, typed, country);
  const key = { channel, external_user_id: check.value };
  const state = useOwner(open, check.value === '' || check.problem !== null ? null : key);
  const { act, isBusy, error, reset } = useAction();
  const [isRefused, setRefused] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => setFocus('external_user_id'), [setFocus]);
  useShortcut('escape', onClose, { inFields: true });
  const asksToMove = isRefused && state.kind === 'taken';
  useEffect(() => {
    if (asksToMove) element.current?.querySelector<HTMLElement>('[data-focus="move"]')?.focus();
  }, [asksToMove]);

  async function bind(handle: Handle, moveFrom: Owner | null): Promise<HandleChange | null> {
    const owner = open.hasTools ? await lookUp(key) : undefined;
    const isTaken = owner && owner.id !== identity.id && owner.id !== moveFrom?.id;
    setRefused(isTaken === true);
    return isTaken === true
      ? null
      : bindHandle(open, handle, owner).catch((failure: unknown) => {
          onFailure(failure);
          throw failure;
        });
  }

  function submit(moveFrom: Owner | null): void {
    void handleSubmit(async ({ display_handle = null }) => {
      const run = () => bind({ ...key, display_handle }, moveFrom);
      if ((await act(run, { undo: ({ wayBack }) => wayBack })) !== null) onClose();
    })();
  }

  function onTyped(): void {
    reset();
    setRefused(false);
  }

  const isChanged = check.value !== '' && check.problem === null && check.value !== typed.trim();
  return (
    <li>
      <LeaveGuard
        texts={bindTexts.guard}
        isDirty={() => typed.trim() !== '' && !isBusy}
        isOver={() => sessionState().phase === 'out'}
        isClosing={false}
        onStay={() => setFocus('external_user_id')}
        onDiscard={onClose}
      />
      <form
        ref={element}
        noValidate
        aria-label={messages.verbs.bind}
        onSubmit={(event) => {
          event.preventDefault();
          submit(null);
        }}
      >
        <div className={`grid items-start gap-x-3 gap-y-2 border-b border-line py-1.5 ${COLUMNS}`}>
          <SelectField
            label={messages.channels.channel}
            isLabelHidden
            options={CHANNELS.map((name) => ({ value: name, label: channelWord(name) }))}
            {...fieldOf(form, 'channel', { onChange: onTyped, deps: 'external_user_id' })}
          />
          <TextField
            label={messages.channels.externalId}
            isLabelHidden
            placeholder={messages.channels.externalId}
            hint={isChanged ? bindTexts.sentAs(check.value) : bindTexts.hint[channel]}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            {...fieldOf(form, 'external_user_id', { onChange: onTyped })}
          />
          <TextField
            label={messages.channels.handle}
            isLabelHidden
            placeholder={bindTexts.optional}
            {...fieldOf(form, 'display_handle')}
          />
          <span className="flex justify-end gap-2 @xl:col-span-2">
            <Button variant="ghost" onClick={onClose}>
              {messages.cancel}
            </Button>
            <Button type="submit" variant={state.kind === 'taken' ? 'default' : 'primary'} busy={isBusy}>
              {bindTexts.submit}
            </Button>
          </span>
        </div>
        <BindNotes
          name={nameOf(key)}
          doubt={check.doubt}
          error={error}
          state={state}
          isBusy={isBusy}
          onMove={(owner) => submit(owner)}
          onLeave={() => setFocus('external_user_id')}
        />
      </form>
    </li>
  );
}

/** The owner is unknown, so the handle is not bound. */
class LookUpFailure extends Error {}

/** @throws LookUpFailure */
async function lookUp(key: HandleKey): Promise<Owner | null> {
  try {
    return await findOwner(key);
  } catch (error) {
    throw new LookUpFailure(bindTexts.notChecked(failureMessage(error)));
  }
}

interface BindNotesProps {
  /** The typed handle in words. */
  readonly name: string;
  readonly doubt: string | null;
  /** Why binding failed. */
  readonly error: Error | null;
  readonly state: OwnerState;
  readonly isBusy: boolean;
  readonly onMove: (owner: Owner) => void;
  readonly onLeave: () => void;
}

/** Below the fields: doubts, the owner, and why binding failed. */
function BindNotes({ name, doubt, error, state, isBusy, onMove, onLeave }: BindNotesProps) {
  return (
    <div className="py-1.5 text-12 text-ink-3">
      <div role="status">
        {doubt === null ? null : (
          <p className="flex gap-1.5 text-warn-text">
            <Icon name="warning" size={14} className="mt-px" />
            {doubt}
          </p>
        )}
        {state.kind === 'looking' ? bindTexts.looking : null}
        {state.kind === 'own' ? bindTexts.own : null}
        {state.kind === 'free' ? bindTexts.free : null}
        {state.kind === 'cannot-ask' ? bindTexts.cannotAsk : null}
        {state.kind === 'taken' ? (
          <div className="my-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-warn-line bg-warn-tint px-2.5 py-2 text-13 text-warn-text">
            <p className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
              {bindTexts.taken(name)}{' '}
              <Link
                to="/customers/$id"
                params={{ id: state.owner.id.toString() }}
                className="font-medium text-accent-text underline"
              >
                <bdi>
                  <AddressText text={messages.person(state.owner.name, state.owner.id.toString())} />
                </bdi>
              </Link>
              {'. '}
              {bindTexts.takenEnd}
            </p>
            <Button size="sm" onClick={onLeave}>
              {bindTexts.leave}
            </Button>
            <Button size="sm" data-focus="move" busy={isBusy} onClick={() => onMove(state.owner)}>
              {bindTexts.move}
            </Button>
          </div>
        ) : null}
      </div>
      <WriteFailure
        error={error}
        failed={error instanceof LookUpFailure ? () => error.message : messages.channels.bindFailed}
      />
      <p>{bindTexts.explain}</p>
    </div>
  );
}
