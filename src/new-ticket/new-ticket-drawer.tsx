import { useEffect, useId, useRef, useState, type RefObject, type Ref } from 'react';
import { useForm, type FieldErrors } from 'react-hook-form';
import { createTicket } from '#contract/ticket-writes.ts';
import type { Ticket } from '#contract/tickets.ts';
import { ApiFailure, isUnsure } from '#src/api/api-failure.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { isOwnService } from '#src/session/api-base.ts';
import { sessionState } from '#src/session/session-store.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { LeaveGuard } from '#src/ui/leave-guard.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { FormFields } from './form-fields.tsx';
import { emptyFor, FIELD_NAMES, resolver, type FieldName, type FormValues, type NewTicket } from './form-values.ts';
import { messages } from './messages.ts';
import type { NewTicketFor } from './new-ticket-store.ts';

interface ErrorSummaryProps {
  readonly errors: FieldErrors<FormValues>;
  readonly onGo: (name: FieldName) => void;
  readonly summaryRef: Ref<HTMLDivElement>;
}

/** Where several fields are wrong: the focus comes here, and each line leads to its field. */
function ErrorSummary({ errors, onGo, summaryRef }: ErrorSummaryProps) {
  const wrong = wrongFields(errors);
  if (wrong.length < 2) return null;
  return (
    <div
      ref={summaryRef}
      tabIndex={-1}
      role="group"
      aria-label={messages.summary(wrong.length)}
      className="mb-3.5 rounded-control bg-danger-tint px-3 py-2 text-12 text-danger-text"
    >
      <p className="font-medium">{messages.summary(wrong.length)}</p>
      <ul>
        {wrong.map((name) => (
          <li key={name}>
            <button type="button" className="min-h-6 text-start underline" onClick={() => onGo(name)}>
              {errors[name]?.message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function wrongFields(errors: FieldErrors<FormValues>): readonly FieldName[] {
  return FIELD_NAMES.filter((name) => errors[name] !== undefined);
}

/** Above the buttons: why the ticket was not created, or that nobody knows whether it was. */
function CreateFailure({ error }: { readonly error: unknown }) {
  const failure = useFailure(error);
  if (failure === null) return null;
  const unsure = isUnsure(error);
  return (
    <div role="alert" className="flex w-full gap-2 rounded-control bg-danger-tint px-3 py-2 text-12 text-danger-text">
      <Icon name="warning" size={14} className="mt-px flex-none" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-medium">{unsure ? messages.unsureTitle : failure.title}</p>
        <p>
          {unsure ? `${failure.title}. ${sureOnce() ? messages.unsureText : messages.unsureElsewhere}` : failure.text}
        </p>
        {failure.details === undefined ? null : <p className="font-mono text-11">{failure.details}</p>}
        {failure.requestId === null ? null : (
          <p className="flex items-center gap-1 font-mono text-11">
            {failure.requestId}
            <CopyButton text={failure.requestId} label={messages.copyRequest} />
          </p>
        )}
      </div>
    </div>
  );
}

/** Our service acts once for a key; of another one the API document does not say it. */
function sureOnce(): boolean {
  const state = sessionState();
  return state.phase !== 'out' && isOwnService(state.session.baseUrl);
}

interface NewTicketDrawerProps {
  readonly requester: NewTicketFor;
  readonly onClose: () => void;
  readonly onOpenTicket: (id: bigint) => void;
}

/** The form for a new ticket, at the end of the window; a sheet on phones. */
export function NewTicketDrawer({ requester, onClose, onOpenTicket }: NewTicketDrawerProps) {
  const access = useWriteAccess('tickets:write');
  const formId = useId();
  const form = useForm<FormValues, unknown, NewTicket>({
    defaultValues: emptyFor(requester),
    resolver,
    shouldFocusError: false,
    reValidateMode: 'onChange',
  });
  const { isDirty, errors } = form.formState;
  const { setFocus } = form;
  const { write, isBusy, error, reset } = useWrite(createTicket, { refetch: 'rest' });
  const [makesMore, setMakesMore] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  // The ticket exists, or what was written is given up: nothing is left to ask about.
  const isDone = useRef(false);

  // With each ticket the fields are new ones.
  const [round, setRound] = useState(0);
  useEffect(() => setFocus('subject'), [setFocus, round]);

  function close(): void {
    if (isDirty && !isDone.current) setClosing(true);
    else onClose();
  }

  function showErrors(wrong: FieldErrors<FormValues>): void {
    const names = wrongFields(wrong);
    const [first] = names;
    if (first === undefined) return;
    if (names.length === 1) setFocus(first);
    // It is drawn with the errors, after this.
    else requestAnimationFrame(() => summary.current?.focus());
  }

  async function send(body: NewTicket): Promise<void> {
    const ticket = await write({ body });
    if (ticket !== null) finish(ticket);
  }

  function finish(ticket: Ticket): void {
    const text = messages.created(String(ticket.ticket_number));
    if (makesMore) {
      const { channel, priority } = form.getValues();
      form.reset({ ...emptyFor(requester), channel, priority });
      setRound((before) => before + 1);
      toast({ kind: 'done', text, action: { label: messages.open, run: () => open(ticket.id) } });
      return;
    }
    announce(text);
    open(ticket.id);
  }

  function open(id: bigint): void {
    isDone.current = true;
    onClose();
    onOpenTicket(id);
  }

  // What the service says of a field stands at the field.
  const refused = error instanceof ApiFailure ? fieldsOf(error) : [];
  useEffect(() => {
    if (!(error instanceof ApiFailure)) return;
    const refusals = fieldsOf(error);
    for (const [name, message] of refusals) form.setError(name, { type: 'service', message });
    const [first] = refusals;
    if (first !== undefined) setFocus(first[0]);
  }, [error, form, setFocus]);

  function submit(event: { preventDefault(): void }): void {
    event.preventDefault();
    if (!access.allowed || isBusy) return;
    reset();
    void form.handleSubmit(send, showErrors)();
  }
  const formElement = useRef<HTMLFormElement>(null);
  useSendKey(formElement, submit);

  return (
    <>
      <Dialog
        title={messages.title}
        kind="drawer"
        className="md:w-[420px]"
        onClose={close}
        footer={
          <>
            {refused.length > 0 ? null : <CreateFailure error={error} />}
            <label className="me-auto flex min-h-6 items-center gap-2 text-12 text-ink-2">
              <input
                type="checkbox"
                checked={makesMore}
                className="size-4 accent-accent"
                onChange={(event) => setMakesMore(event.target.checked)}
              />
              {messages.another}
            </label>
            <Button variant="ghost" onClick={close}>
              {messages.cancel}
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              kbd="mod+enter"
              busy={isBusy}
              disabledReason={access.reason}
            >
              {messages.create}
            </Button>
          </>
        }
      >
        <form ref={formElement} id={formId} noValidate aria-label={messages.title} onSubmit={submit}>
          <ErrorSummary errors={errors} summaryRef={summary} onGo={setFocus} />
          <FormFields form={form} />
        </form>
      </Dialog>
      <LeaveGuard
        texts={messages.guard}
        isOver={() => sessionState().phase === 'out'}
        isDirty={() => isDirty && !isDone.current}
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

/** Ctrl or Command with Enter, anywhere in the form, after its fields have had the key. */
function useSendKey(form: RefObject<HTMLFormElement | null>, send: (event: KeyboardEvent) => void): void {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (event.target instanceof Node && form.current?.contains(event.target) === true) latest.current(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [form]);
}

/** The fields that an answer names, each with what is wrong; with a single one the message begins with its name. */
function fieldsOf(failure: ApiFailure): readonly (readonly [FieldName, string])[] {
  if (failure.kind !== 'bad_request') return [];
  const named = FIELD_NAMES.flatMap((name) => {
    const message = failure.fields[name];
    return message === undefined ? [] : [[name, message] as const];
  });
  if (named.length > 0) return named;
  const only = FIELD_NAMES.find((name) => failure.message.startsWith(`${name} `));
  return only === undefined ? [] : [[only, failure.message]];
}
