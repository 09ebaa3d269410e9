import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { bindChannel } from '#contract/channels.ts';
import { CHANNELS, type Channel, type ChannelHandle } from '#contract/customers.ts';
import type { Body } from '#contract/operation.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useCountry } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useAction } from '#src/api/write.ts';
import type { OpenCustomer } from '#src/customers/open-customer.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { fieldOf, SelectField, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { bindHandle, checkHandle, findOwner, nameOf, type Handle, type HandleChange, type Owner } from './handles.ts';
import { messages } from './messages.ts';

const texts = messages.binding;

interface Values {
  channel: Channel;
  external_user_id: string;
  display_handle: string;
}

interface BindDialogProps {
  readonly open: OpenCustomer;
  /** A bound handle, to change its display handle; null to bind a new one. */
  readonly bound: ChannelHandle | null;
  readonly onClose: () => void;
}

/** Binds a handle, or binds one again with another display handle. Another customer's handle moves only after a question. */
export function BindDialog({ open, bound, onClose }: BindDialogProps) {
  const { identity } = open.customer;
  const country = useCountry();
  const { reason } = useWriteAccess('channels:write');
  const form = useForm<Values, unknown, Body<typeof bindChannel>>({
    defaultValues: {
      channel: bound?.channel ?? 'whatsapp',
      external_user_id: bound?.external_user_id ?? '',
      display_handle: bound?.display_handle ?? '',
    },
    mode: 'onTouched',
    resolver: contractResolver({
      schema: bindChannel.body,
      names: { external_user_id: messages.channels.externalId, display_handle: messages.channels.handle },
      bodyOf: ({ channel, external_user_id, display_handle }: Values) => ({
        channel,
        // A bound ID stays as it is.
        external_user_id: bound?.external_user_id ?? checkHandle(channel, external_user_id, country).value,
        identity_id: identity.id,
        // An absent display handle stays; an empty one removes it.
        ...(bound === null && display_handle.trim() === '' ? {} : { display_handle: display_handle.trim() }),
      }),
      also: ({ channel, external_user_id }) => ({
        external_user_id:
          bound === null ? (checkHandle(channel, external_user_id, country).problem ?? undefined) : undefined,
      }),
    }),
  });
  const [channel, typed] = useWatch({ control: form.control, name: ['channel', 'external_user_id'] });
  const sentAs = checkHandle(channel, typed, country);
  const isRewritten = sentAs.problem === null && sentAs.value !== typed.trim();
  const { act, isBusy, error, reset } = useAction();
  const [taken, setTaken] = useState<{ readonly handle: Handle; readonly owner: Owner } | null>(null);

  /** @param allowed the customer that the handle may be taken from */
  function bind(handle: Handle, allowed: Owner | null): Promise<HandleChange | null> {
    const run = async () => {
      const owner = open.hasTools ? await findOwner(handle) : undefined;
      const isTaken = owner && owner.id !== identity.id && owner.id !== allowed?.id;
      setTaken(isTaken ? { handle, owner } : null);
      return isTaken ? null : bindHandle(open, handle, owner);
    };
    return act(run, { undo: ({ undoable }) => undoable });
  }

  function onTyped(): void {
    reset();
    setTaken(null);
  }

  return (
    <FormDialog
      title={bound === null ? messages.verbs.bind : messages.channels.rename(nameOf(bound))}
      submit={bound === null ? texts.submit : messages.save}
      disabledReason={reason}
      guard={texts.guard}
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failure, leave) =>
        taken === null ? (
          <WriteFailure error={failure} failed={messages.channels.bindFailed} />
        ) : (
          <div
            role="alert"
            className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-warn-line bg-warn-tint px-2.5 py-2 text-warn-text"
          >
            <p className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
              {texts.taken(nameOf(taken.handle))}{' '}
              <Link
                to="/customers/$id"
                params={{ id: taken.owner.id.toString() }}
                className="font-medium text-accent-text underline"
              >
                <bdi>
                  <AddressText text={messages.person(taken.owner.name, taken.owner.id.toString())} />
                </bdi>
              </Link>
              {'. '}
              {texts.takenEnd}
            </p>
            <Button
              size="sm"
              busy={isBusy}
              onClick={() =>
                void bind(taken.handle, taken.owner).then((done) => (done === null ? undefined : leave(onClose)))
              }
            >
              {texts.move}
            </Button>
          </div>
        )
      }
      onClose={onClose}
      onSend={({ external_user_id, display_handle = null }) =>
        bind({ channel, external_user_id, display_handle }, null)
      }
      onDone={onClose}
    >
      {bound === null ? (
        <>
          <SelectField
            label={messages.channels.channel}
            options={CHANNELS.map((name) => ({ value: name, label: channelWord(name) }))}
            {...fieldOf(form, 'channel', { onChange: onTyped, deps: 'external_user_id' })}
          />
          <TextField
            label={messages.channels.externalId}
            hint={isRewritten ? texts.sentAs(sentAs.value) : texts.hint[channel]}
            data-autofocus
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            {...fieldOf(form, 'external_user_id', { onChange: onTyped })}
          />
        </>
      ) : null}
      <TextField
        label={messages.channels.handle}
        isOptional={bound === null}
        maxLength={200}
        {...fieldOf(form, 'display_handle', { onChange: onTyped })}
      />
      <p className="text-12 text-ink-3">{open.hasTools ? texts.explain : texts.cannotAsk}</p>
    </FormDialog>
  );
}
