import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
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
  /** Sends the validated body; resolves with null on failure, as `write` of `useWrite` does. */
  readonly onSend: (output: Output) => Promise<Result | null>;
  readonly onDone: (result: Result) => void;
  readonly onClose: () => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** The main button names its effect: "Create tag". */
  readonly submit: string;
  /** The action destroys something. */
  readonly isDanger?: boolean;
  /** The action can't be undone and the form has no field to focus: Cancel has the focus. */
  readonly isFinal?: boolean;
  /** Why the form can't be sent. */
  readonly disabledReason?: string | undefined;
  /** Ctrl or Command with Enter also sends. */
  readonly hasSendKey?: boolean;
  /** Asks before typed text is lost. */
  readonly guard?: LeaveTexts;
  /** Fields that show the service's own refusal. */
  readonly fields?: readonly FieldPath<Values>[];
  /**
   * Replaces the failure message; the error is null if a field shows it. `leave` runs an action that leaves the form
   * without the guard's question.
   */
  readonly failure?: (error: Error | null, leave: (act: () => void) => void) => ReactNode;
  readonly kind?: 'dialog' | 'drawer';
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A dialog with a form: `form` is `useForm` with `contractResolver`, `isBusy` and `error` come from `useWrite`. The first
 * field has the focus; after a refusal the first invalid one.
 */
export function FormDialog<Values extends FieldValues, Output, Result>({
  title,
  form,
  onSend,
  onDone,
  onClose,
  isBusy,
  error,
  submit,
  isDanger = false,
  isFinal = false,
  disabledReason,
  hasSendKey = false,
  guard,
  fields,
  failure = (error) => <WriteFailure error={error} />,
  kind = 'dialog',
  className = '',
  children,
}: FormDialogProps<Values, Output, Result>) {
  const formId = useId();
  const [isClosing, setClosing] = useState(false);
  const refused = refusedFields(error, fields);
  const { isDirty } = form.formState;
  // The form was sent or discarded, so the guard has nothing to ask.
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
    if (disabledReason === undefined && !isBusy) void form.handleSubmit(send)();
  }

  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!hasSendKey) return;
    // A listener on the window runs after those of the fields.
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
            {/* At the end of a drawer's long form it would be out of sight. */}
            {kind === 'drawer' ? <div className="w-full empty:hidden">{failed}</div> : null}
            <Button data-autofocus={isFinal ? '' : undefined} onClick={close}>
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

/** The fields that the service refused; a refusal of a single field begins with its name. */
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
