import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { bindChannel } from '#contract/channels.ts';
import { CHANNELS, type Channel } from '#contract/customers.ts';
import type { Body } from '#contract/operation.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { useCountry } from '#src/api/use-country.ts';
import { useAction } from '#src/api/write.ts';
import type { OpenCustomer } from './open-customer.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { sessionState } from '#src/session/session-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { LeaveGuard } from '#src/ui/leave-guard.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { COLUMNS } from './handle-row.tsx';
import { checkHandle, type HandleCheck } from './handle-rules.ts';
import {
  findOwner,
  nameOf,
  useOwner,
  type Handle,
  type HandleKey,
  type Owner,
  type OwnerState,
} from './handle-owner.ts';
import { bindHandle, type HandleChange } from './handle-writes.ts';
import { messages } from './messages.ts';

const texts = messages.binding;

interface BindRowProps {
  readonly open: OpenCustomer;
  /** Bound, or given up. */
  readonly onClose: () => void;
  readonly onFailure: (error: unknown) => void;
}

interface Values {
  channel: Channel;
  external_user_id: string;
  display_handle: string;
}

const FIELD =
  'h-control w-full min-w-0 rounded-control border bg-surface px-2.5 focus-visible:border-transparent focus-visible:outline-offset-0 pointer-coarse:h-11';

/** The last row of the table: binds one handle. Whose it is, is looked up while it is typed and once more before it is sent. */
export function BindRow({ open, onFailure, onClose }: BindRowProps) {
  const { identity } = open.customer;
  const country = useCountry();
  const { register, control, formState, handleSubmit, setFocus } = useForm<Values, unknown, Body<typeof bindChannel>>({
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
  const [channel, typed] = useWatch({ control, name: ['channel', 'external_user_id'] });
  const check = checkHandle(channel, typed, country);
  const key = { channel, external_user_id: check.value };
  const state = useOwner(open, check.value === '' || check.problem !== null ? null : key);
  const { act, isBusy, error, reset } = useAction();
  const [isRefused, setRefused] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => setFocus('external_user_id'), [setFocus]);
  useShortcut('escape', onClose, { inFields: true });
  const asksToMove = isRefused && state.kind === 'taken';
  useEffect(() => {
    if (asksToMove) form.current?.querySelector<HTMLElement>('[data-focus="move"]')?.focus();
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

  const { errors } = formState;
  const problem = errors.external_user_id?.message ?? errors.display_handle?.message;
  return (
    <li>
      <LeaveGuard
        texts={texts.guard}
        isDirty={() => typed.trim() !== '' && !isBusy}
        isOver={() => sessionState().phase === 'out'}
        isClosing={false}
        onStay={() => setFocus('external_user_id')}
        onDiscard={onClose}
      />
      <form
        ref={form}
        noValidate
        aria-label={messages.verbs.bind}
        onSubmit={(event) => {
          event.preventDefault();
          submit(null);
        }}
      >
        <div className={`grid items-center gap-x-3 gap-y-2 border-b border-line py-1.5 ${COLUMNS}`}>
          <select
            {...register('channel', { onChange: onTyped, deps: 'external_user_id' })}
            aria-label={messages.channels.channel}
            className={`${FIELD} border-line-control`}
          >
            {CHANNELS.map((name) => (
              <option key={name} value={name}>
                {channelWord(name)}
              </option>
            ))}
          </select>
          <input
            {...register('external_user_id', { onChange: onTyped })}
            aria-label={messages.channels.externalId}
            placeholder={messages.channels.externalId}
            aria-invalid={errors.external_user_id === undefined ? undefined : true}
            aria-describedby="bind-notes"
            dir="ltr"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            className={`${FIELD} font-mono md:text-12 ${errors.external_user_id === undefined ? 'border-line-control' : 'border-danger'}`}
          />
          <input
            {...register('display_handle')}
            aria-label={messages.channels.handle}
            placeholder={texts.optional}
            dir="auto"
            autoComplete="off"
            className={`${FIELD} border-line-control`}
          />
          <span className="flex justify-end gap-2 @xl:col-span-2">
            <Button variant="ghost" onClick={onClose}>
              {messages.cancel}
            </Button>
            <Button type="submit" variant={state.kind === 'taken' ? 'default' : 'primary'} busy={isBusy}>
              {texts.submit}
            </Button>
          </span>
        </div>
        <BindNotes
          id="bind-notes"
          channel={channel}
          typed={typed}
          check={check}
          problem={problem}
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

/** It is not known whose the handle is, so it is not bound. */
class LookUpFailure extends Error {}

/** @throws LookUpFailure */
async function lookUp(key: HandleKey): Promise<Owner | null> {
  try {
    return await findOwner(key);
  } catch (error) {
    throw new LookUpFailure(texts.notChecked(failureMessage(error)));
  }
}

interface BindNotesProps {
  readonly id: string;
  readonly channel: Channel;
  readonly typed: string;
  readonly check: HandleCheck;
  readonly problem: string | undefined;
  /** Why it was not bound. */
  readonly error: Error | null;
  readonly state: OwnerState;
  readonly isBusy: boolean;
  readonly onMove: (owner: Owner) => void;
  readonly onLeave: () => void;
}

/** Below the fields: what the channel wants, what is wrong, whose the handle is. */
function BindNotes(props: BindNotesProps) {
  const { id, channel, typed, check, problem, error, state, isBusy, onMove, onLeave } = props;
  const isChanged = check.value !== '' && check.problem === null && check.value !== typed.trim();
  return (
    <div className="py-1.5 text-12 text-ink-3">
      <div id={id} className="[overflow-wrap:anywhere]">
        {problem === undefined ? (
          <p>{isChanged ? texts.sentAs(check.value) : texts.hint[channel]}</p>
        ) : (
          <p className="flex gap-1.5 text-danger-text">
            <Icon name="warning" size={14} className="mt-px" />
            {problem}
          </p>
        )}
        {check.doubt === null || problem !== undefined ? null : (
          <p className="flex gap-1.5 text-warn-text">
            <Icon name="warning" size={14} className="mt-px" />
            {check.doubt}
          </p>
        )}
      </div>
      <div role="status">
        {state.kind === 'looking' ? texts.looking : null}
        {state.kind === 'own' ? texts.own : null}
        {state.kind === 'free' ? texts.free : null}
        {state.kind === 'cannot-ask' ? texts.cannotAsk : null}
        {state.kind === 'taken' ? (
          <div className="my-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-warn-line bg-warn-tint px-2.5 py-2 text-13 text-warn-text">
            <p className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
              {texts.taken(nameOf({ channel, external_user_id: check.value }))}{' '}
              <Link
                to="/customers/$id"
                params={{ id: state.owner.id.toString() }}
                className="font-medium text-accent-text underline"
              >
                <bdi>{messages.person(state.owner.name, state.owner.id.toString())}</bdi>
              </Link>
              {'. '}
              {texts.takenEnd}
            </p>
            <Button size="sm" onClick={onLeave}>
              {texts.leave}
            </Button>
            <Button size="sm" data-focus="move" busy={isBusy} onClick={() => onMove(state.owner)}>
              {texts.move}
            </Button>
          </div>
        ) : null}
      </div>
      <div role="alert">
        {error === null ? null : (
          <p className="flex gap-1.5 text-danger-text [overflow-wrap:anywhere]">
            <Icon name="warning" size={14} className="mt-px" />
            {error instanceof LookUpFailure ? error.message : messages.channels.bindFailed(failureMessage(error))}
          </p>
        )}
      </div>
      <p>{texts.explain}</p>
    </div>
  );
}
