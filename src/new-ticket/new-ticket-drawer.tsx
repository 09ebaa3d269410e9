import { useRef, useState, type Ref } from 'react';
import { useForm, type FieldErrors } from 'react-hook-form';
import { createTicket } from '#contract/ticket-writes.ts';
import type { Ticket } from '#contract/tickets.ts';
import { ApiFailure, isUnsure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';
import { useFailure } from '#src/api/failure-message.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { isOwnService } from '#src/session/api-base.ts';
import { sessionState } from '#src/session/session-store.ts';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { FormFields } from './form-fields.tsx';
import {
  emptyFor,
  FIELD_NAMES,
  resolver,
  type FieldName,
  type FormValues,
  type NewTicket,
  type NewTicketFor,
} from './form-values.ts';
import { customerOfEmail, detailsOf } from './known-customer.tsx';
import { messages } from './messages.ts';
import { emailToCheck, filledCustomer, sentBeside } from './requester-details.ts';

interface ErrorSummaryProps {
  readonly errors: FieldErrors<FormValues>;
  readonly onGo: (name: FieldName) => void;
  readonly summaryRef: Ref<HTMLDivElement>;
}

/** The summary of several errors. It gets the focus, and each line links to its field. */
function ErrorSummary({ errors, onGo, summaryRef }: ErrorSummaryProps) {
  const wrong = wrongFields(errors);
  if (wrong.length < 2) return null;
  return (
    <div
      ref={summaryRef}
      tabIndex={-1}
      role="group"
      aria-label={messages.summary(wrong.length)}
      className="rounded-control bg-danger-tint px-3 py-2 text-12 text-danger-text"
    >
      <p className="font-medium">{messages.summary(wrong.length)}</p>
      <ul>
        {wrong.map((name) => (
          <li key={name}>
            <button type="button" className="min-h-6 text-start underline" onClick={() => onGo(name)}>
              {messages.fields[name]}: {errors[name]?.message}
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

/** Above the buttons: the reason why the ticket was not created, or that it may have been. */
function CreateFailure({ error }: { readonly error: Error | null }) {
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

/** Our service acts once for each key; the API document does not promise that of others. */
function sureOnce(): boolean {
  const state = sessionState();
  return state.phase !== 'out' && isOwnService(state.session.baseUrl);
}

/**
 * The ticket after the look-up of its email. Sent before the answer, it could get name and phone of the customer for whom the
 * form was opened.
 * @throws ApiFailure where that cannot be found out
 */
async function withItsRequester(body: NewTicket, requester: NewTicketFor): Promise<NewTicket> {
  const filled = filledCustomer(requester);
  const email = emailToCheck(body, filled);
  if (email === null) return body;
  try {
    return sentBeside(body, filled, detailsOf(await queryClient.fetchQuery(customerOfEmail(email))));
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === 'not_found') return body;
    throw error;
  }
}

interface NewTicketDrawerProps {
  readonly requester: NewTicketFor;
  readonly onClose: () => void;
  readonly onOpenTicket: (id: bigint) => void;
}

/** The form for a new ticket, at the end of the window; a sheet on phones. */
export function NewTicketDrawer({ requester, onClose, onOpenTicket }: NewTicketDrawerProps) {
  const { reason } = useWriteAccess('tickets:write');
  const form = useForm<FormValues, unknown, NewTicket>({
    defaultValues: emptyFor(requester),
    resolver,
    shouldFocusError: false,
    reValidateMode: 'onChange',
  });
  const { setFocus } = form;
  const { write, isBusy, error } = useWrite(createTicket, { refetch: 'rest' });
  const [makesMore, setMakesMore] = useState(false);
  const [made, setMade] = useState(0);
  const summary = useRef<HTMLDivElement>(null);

  function showErrors(wrong: FieldErrors<FormValues>): void {
    const [first, second] = wrongFields(wrong);
    // The summary is rendered with the errors, after this.
    if (second !== undefined) requestAnimationFrame(() => summary.current?.focus());
    else if (first !== undefined) setFocus(first);
  }

  function finish({ id, ticket_number: number }: Ticket): void {
    const text = messages.created(String(number));
    if (!makesMore) {
      announce(text);
      return open(id);
    }
    const { channel, priority } = form.getValues();
    form.reset({ ...emptyFor(requester), channel, priority });
    setMade(made + 1);
    // The fields of the next ticket are registered when they render.
    requestAnimationFrame(() => setFocus('subject'));
    toast({ kind: 'done', text, action: { label: messages.open, run: () => open(id) } });
  }

  function open(id: bigint): void {
    onClose();
    onOpenTicket(id);
  }

  return (
    <FormDialog
      title={messages.title}
      submit={messages.create}
      disabledReason={reason}
      kind="drawer"
      className="md:w-[420px]"
      hasSendKey
      guard={messages.guard}
      form={form}
      fields={FIELD_NAMES}
      isBusy={isBusy}
      error={error}
      failure={(unsaid) => <CreateFailure error={unsaid} />}
      onClose={onClose}
      onSend={(body) => write(async () => ({ body: await withItsRequester(body, requester) }))}
      onDone={finish}
      onInvalid={showErrors}
      footer={
        <label className="me-auto flex min-h-6 items-center gap-2 text-12 text-ink-2">
          <input
            type="checkbox"
            checked={makesMore}
            className="size-4 accent-accent"
            onChange={(event) => setMakesMore(event.target.checked)}
          />
          {messages.another}
        </label>
      }
    >
      <ErrorSummary errors={form.formState.errors} summaryRef={summary} onGo={setFocus} />
      <FormFields key={made} form={form} requester={requester} />
    </FormDialog>
  );
}
