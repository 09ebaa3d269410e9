import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiFailure } from '#src/api/api-failure.ts';
import { sessionState } from '#src/session/session-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { LeaveGuard, type LeaveTexts } from '#src/ui/leave-guard.tsx';
import { messages } from './messages.ts';
import { WriteFailure } from './write-failure.tsx';

interface FormDialogProps<Values extends FieldValues, Output, Result> {
  readonly title: string;
  readonly form: UseFormReturn<Values, unknown, Output>;
  /** Sends what the contract has judged, as `write` of `useWrite` does: null where it failed. */
  readonly onSend: (output: Output) => Promise<Result | null>;
  /** It was done. */
  readonly onDone: (result: Result) => void;
  readonly onClose: () => void;
  /** Where Cancel does more than Esc and a press beside the dialog, such as closing it while it sends. */
  readonly onCancel?: () => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Of the main button, named by what it does: "Create tag". */
  readonly submit: string;
  /** It destroys something. */
  readonly isDanger?: boolean;
  /** It cannot be undone, and has no field to begin with: Cancel has the focus first. */
  readonly isFinal?: boolean;
  /** Why it cannot be sent. */
  readonly disabledReason?: string | undefined;
  /** Ctrl or Command with Enter sends it too. */
  readonly hasSendKey?: boolean;
  /** Asked before what was written is lost; left out, it is not worth a question. */
  readonly guard?: LeaveTexts;
  /** Those that the service may refuse one by one: what it says of one stands there. */
  readonly fields?: readonly FieldPath<Values>[];
  /** Fields were wrong. Left out, the first of them has the focus. */
  readonly onInvalid?: (errors: FieldErrors<Values>) => void;
  /**
   * Instead of the line that says why it failed; the error is null where a field says so. `leave` runs what leads away
   * from the form, without the question of the guard.
   */
  readonly failure?: (error: Error | null, leave: (act: () => void) => void) => ReactNode;
  readonly kind?: 'dialog' | 'drawer';
  readonly className?: string;
  /** At the start of the footer. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A dialog with a form: `form` is `useForm` with `contractResolver`, `isBusy` and `error` are those of `useWrite`. The first
 * field has the focus, after a refusal the first that is wrong.
 */
export function FormDialog<Values extends FieldValues, Output, Result>({
  title,
  form,
  onSend,
  onDone,
  onClose,
  onCancel,
  isBusy,
  error,
  submit,
  isDanger = false,
  isFinal = false,
  disabledReason,
  hasSendKey = false,
  guard,
  fields,
  onInvalid,
  failure = (error) => <WriteFailure error={error} />,
  kind = 'dialog',
  className = '',
  footer,
  children,
}: FormDialogProps<Values, Output, Result>) {
  const formId = useId();
  const [isClosing, setClosing] = useState(false);
  const refused = refusedFields(error, fields);
  const { isDirty } = form.formState;
  // It was done, or what was written is given up: nothing is left to ask about.
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
  }, [isDirty]);

  const latest = useRef({ form, fields });
  useEffect(() => {
    latest.current = { form, fields };
  });
  useEffect(() => {
    const { setError, setFocus } = latest.current.form;
    const [first, ...others] = refusedFields(error, latest.current.fields);
    if (first === undefined) return;
    for (const { name, message } of [first, ...others]) setError(name, { type: 'service', message });
    setFocus(first.name);
  }, [error]);

  function leave(act: () => void): void {
    isOver.current = true;
    act();
  }

  async function send(output: Output): Promise<void> {
    const result = await onSend(output);
    if (result !== null) leave(() => onDone(result));
  }

  function trySend(event: FormEvent): void {
    event.preventDefault();
    if (disabledReason === undefined && !isBusy) void form.handleSubmit(send, onInvalid)();
  }

  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!hasSendKey) return;
    // After the fields have had the key.
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (!(event.target instanceof Node) || element.current?.contains(event.target) !== true) return;
      event.preventDefault();
      element.current.requestSubmit();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [hasSendKey]);

  const failed = failure(refused.length > 0 ? null : error, leave);
  const close = () => (guard !== undefined && isDirty && !isOver.current ? setClosing(true) : onClose());
  return (
    <>
      <Dialog
        title={title}
        kind={kind}
        className={className}
        onClose={close}
        footer={
          <>
            {/* A drawer is long: at the end of its form it would be out of sight. */}
            {kind === 'drawer' ? <div className="w-full empty:hidden">{failed}</div> : null}
            {footer}
            <Button data-autofocus={isFinal ? '' : undefined} onClick={onCancel ?? close}>
              {messages.cancel}
            </Button>
            <Button
              type="submit"
              form={formId}
              variant={isDanger ? 'danger' : 'primary'}
              busy={isBusy}
              disabledReason={disabledReason}
              {...(hasSendKey ? { kbd: 'mod+enter' } : {})}
            >
              {submit}
            </Button>
          </>
        }
      >
        <form
          ref={element}
          id={formId}
          noValidate
          aria-label={title}
          className="flex flex-col gap-3.5"
          onSubmit={trySend}
        >
          {children}
        </form>
        {kind === 'dialog' ? failed : null}
      </Dialog>
      {guard === undefined ? null : (
        <LeaveGuard
          texts={guard}
          isDirty={() => isDirty && !isOver.current}
          isOver={() => sessionState().phase === 'out'}
          isClosing={isClosing}
          onStay={() => setClosing(false)}
          onDiscard={() => leave(onClose)}
        />
      )}
    </>
  );
}

/** The fields that an answer names, each with what is wrong; with a single one the message begins with its name. */
function refusedFields<Name extends string>(
  error: Error | null,
  names: readonly Name[] = [],
): readonly { readonly name: Name; readonly message: string }[] {
  if (!(error instanceof ApiFailure) || error.kind !== 'bad_request') return [];
  const named = names.flatMap((name) => {
    const message = error.fields[name];
    return message === undefined ? [] : [{ name, message }];
  });
  if (named.length > 0) return named;
  const only = names.find((name) => error.message.startsWith(`${name} `));
  return only === undefined ? [] : [{ name: only, message: error.message }];
}
