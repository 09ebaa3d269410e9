import { useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { createCustomer } from '#contract/customer-writes.ts';
import type { Body } from '#contract/operation.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { useWrite } from '#src/api/write.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { contactOf } from '#src/customers/contact.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { sessionState } from '#src/session/session-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { LeaveGuard } from '#src/ui/leave-guard.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { takenCustomer } from './taken-customer.ts';
import { TextField } from './text-field.tsx';

interface NewCustomerDialogProps {
  /** What was searched for in vain: an email or a phone stands in its field already. */
  readonly typed: string;
  readonly onClose: () => void;
  readonly onOpen: (id: bigint) => void;
}

interface Values {
  email: string;
  phone: string;
  display_name: string;
}

const EMPTY: Values = { email: '', phone: '', display_name: '' };

/** A customer by hand: with an email, a phone or both. */
export function NewCustomerDialog({ typed, onClose, onOpen }: NewCustomerDialogProps) {
  const formId = useId();
  const { reason } = useWriteAccess('customers:write');
  const { mutateAsync, isPending, error, reset } = useWrite(createCustomer);
  const { register, formState, handleSubmit } = useForm<Values, unknown, Body<typeof createCustomer>>({
    defaultValues: { ...EMPTY, ...contactOf(typed) },
    resolver: contractResolver({
      schema: createCustomer.body,
      names: { email: messages.email, phone: messages.phone, display_name: messages.name },
      bodyOf: (values: Values) => ({
        email: textOf(values.email),
        phone: textOf(values.phone),
        display_name: textOf(values.display_name),
      }),
      also: ({ email, phone }) => ({
        email: (textOf(email) ?? textOf(phone)) === null ? messages.either : undefined,
      }),
    }),
  });
  const { isDirty, errors } = formState;
  const [isClosing, setClosing] = useState(false);
  // The customer exists, or what was written is given up: nothing is left to ask about.
  const isDone = useRef(false);
  const taken = takenCustomer(error);

  function close(): void {
    if (isDirty && !isDone.current) setClosing(true);
    else onClose();
  }

  function open(id: bigint): void {
    isDone.current = true;
    onOpen(id);
  }

  async function send(body: Body<typeof createCustomer>): Promise<void> {
    if (isPending) return;
    const made = await mutateAsync({ body }).catch(() => null);
    if (made === null) return;
    toast({ kind: 'done', text: messages.created(customerName(made.identity)) });
    open(made.identity.id);
  }

  return (
    <>
      <Dialog
        title={messages.title}
        onClose={close}
        footer={
          <>
            <Button onClick={close}>{messages.cancel}</Button>
            <Button type="submit" form={formId} variant="primary" busy={isPending} disabledReason={reason}>
              {messages.submit}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          aria-label={messages.title}
          className="flex flex-col gap-3"
          onChange={() => error !== null && reset()}
          onSubmit={(event) => void handleSubmit(send)(event)}
        >
          <TextField label={messages.email} type="email" error={errors.email?.message} {...register('email')} />
          <TextField
            label={messages.phone}
            type="tel"
            hint={messages.phoneHint}
            error={errors.phone?.message}
            {...register('phone')}
          />
          <TextField
            label={messages.name}
            type="text"
            error={errors.display_name?.message}
            {...register('display_name')}
          />
          <p className="text-12 text-ink-3">{messages.optional}</p>
          <div role="alert">
            {error === null ? null : (
              <p className="flex flex-wrap items-center gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]">
                <Icon name="warning" size={14} className="flex-none" />
                {taken === null ? failureMessage(error) : messages.taken(customerName(taken))}
                {taken === null ? null : (
                  <Button size="sm" onClick={() => open(taken.id)}>
                    <span className="max-w-60 truncate">{messages.openTaken(customerName(taken))}</span>
                  </Button>
                )}
              </p>
            )}
          </div>
        </form>
      </Dialog>
      <LeaveGuard
        texts={messages.guard}
        isDirty={() => isDirty && !isDone.current}
        isOver={() => sessionState().phase === 'out'}
        isClosing={isClosing}
        onStay={() => setClosing(false)}
        onDiscard={() => {
          isDone.current = true;
          onClose();
        }}
      />
    </>
  );
}

function textOf(typed: string): string | null {
  const text = typed.trim();
  return text === '' ? null : text;
}
