import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { updateCustomer } from '#contract/customer-writes.ts';
import type { Customer } from '#contract/customers.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { useCountry } from '#src/api/use-country.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { write } from '#src/api/write.ts';
import { customerName } from '#src/customers/customer-name.ts';
import type { OpenCustomer } from './open-customer.ts';
import { sessionState } from '#src/session/session-store.ts';
import { holdUndo, offerUndo } from '#src/undo/undo.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { LeaveGuard } from '#src/ui/leave-guard.tsx';
import {
  bodyOf,
  conflictsOf,
  currentOf,
  FIELDS,
  newest,
  takenField,
  valuesOf,
  type EditBody,
  type EditValues,
  type Field,
  type Identity,
} from './edit-values.ts';
import { messages } from './messages.ts';

const texts = messages.editing;

interface EditConflictProps {
  /** What somebody else has changed, and the form would change too. */
  readonly fields: readonly Field[];
  readonly theirs: Identity;
  readonly onMine: (field: Field) => void;
  readonly onTheirs: (field: Field) => void;
}

const NAMES = { display_name: texts.name, email: texts.email, phone: texts.phone } as const;

/** Somebody else's change, field by field, with the two ways on. */
function EditConflict({ fields, theirs, onMine, onTheirs }: EditConflictProps) {
  const { conflict } = texts;
  const values = valuesOf(theirs);
  return (
    <div role="alert" className="empty:hidden">
      {fields.length === 0 ? null : (
        <div className="rounded-control border border-warn-line bg-warn-tint px-3 py-2 text-12 text-warn-text">
          <p className="font-medium">{conflict.title}</p>
          {fields.map((field) => {
            const name = NAMES[field];
            return (
              <div key={field} className="mt-1.5 flex flex-wrap items-center gap-2">
                <p dir="auto" className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
                  {conflict.line(name, values[field] === '' ? conflict.empty : values[field])}
                </p>
                <Button size="sm" aria-label={conflict.mine(name.toLocaleLowerCase())} onClick={() => onMine(field)}>
                  {conflict.mineShort}
                </Button>
                <Button
                  size="sm"
                  aria-label={conflict.theirs(name.toLocaleLowerCase())}
                  onClick={() => onTheirs(field)}
                >
                  {conflict.theirsShort}
                </Button>
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}

interface EditFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly error: string | undefined;
}

/** A label above its field, and what is wrong with it. */
function EditField({ label, error, ...input }: EditFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-12 font-medium">
        {label}
      </label>
      <input
        id={id}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className={`h-9 w-full min-w-0 rounded-control border bg-surface px-2.5 text-ink focus-visible:border-transparent focus-visible:outline-offset-0 pointer-coarse:h-11 ${error === undefined ? 'border-line-control' : 'border-danger'}`}
      />
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1 flex gap-1.5 text-12 text-danger-text">
          <Icon name="warning" size={14} className="mt-px" />
          {error}
        </p>
      )}
    </div>
  );
}

/** Says that a customer was saved, with a way back to what the changed fields were. */
function offerOldValues(before: Identity, sent: EditBody, { identity }: Customer): void {
  const name = customerName(identity);
  const fields = Object.fromEntries(FIELDS.filter((field) => field in sent).map((field) => [field, before[field]]));
  offerUndo({
    text: texts.saved(name),
    undo: async () => {
      const version = identity.version === undefined ? {} : { version: identity.version };
      try {
        await write(
          updateCustomer,
          { body: { id: before.id, ...fields, ...version } },
          { failed: (why) => texts.undoFailed(name, why) },
        );
      } catch {
        // Its toast has said it.
        return { state: 'failed' };
      }
      return { state: 'undone' };
    },
  });
}

interface EditDialogProps {
  readonly open: OpenCustomer;
  readonly onClose: () => void;
}

/** Corrects who a customer is. What somebody else changed meanwhile is shown and decided about, field by field. */
export function EditDialog({ open, onClose }: EditDialogProps) {
  const formId = useId();
  const { reason } = useWriteAccess('customers:write');
  const [base, setBase] = useState<Identity>(open.customer.identity);
  const [refused, setRefused] = useState<Identity | null>(null);
  const theirs = newest(open.customer.identity, refused);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const [hasNothing, setHasNothing] = useState(false);
  const busy = useRef(false);
  const isDone = useRef(false);
  const { register, control, formState, handleSubmit, setFocus, setValue, getValues } = useForm<
    EditValues,
    unknown,
    EditBody
  >({
    defaultValues: valuesOf(base),
    mode: 'onTouched',
    resolver: contractResolver({
      schema: updateCustomer.body,
      names: { display_name: texts.name, email: texts.email, phone: texts.phone },
      bodyOf: (values: EditValues) => bodyOf(values, base),
      also: ({ email, phone }) => ({
        email: email.trim() === '' && phone.trim() === '' ? texts.keepOne : undefined,
      }),
    }),
  });
  const values = useWatch({ control, compute: (now: EditValues) => now });
  const conflicts = conflictsOf(values, base, theirs);
  useEffect(() => setFocus('display_name'), [setFocus]);

  async function save(body: EditBody): Promise<void> {
    if (busy.current || conflicts.length > 0) return;
    // A change of something else, such as a block, is no reason to refuse this one.
    const next = theirs.version === undefined ? body : { ...body, version: theirs.version };
    const isEmpty = FIELDS.every((field) => !(field in body));
    setHasNothing(isEmpty);
    if (isEmpty) return;
    busy.current = true;
    setBusy(true);
    setFailure(null);
    const release = holdUndo();
    try {
      const saved = await write(updateCustomer, { body: next });
      offerOldValues(base, body, saved);
      isDone.current = true;
      onClose();
    } catch (error) {
      const current = currentOf(error);
      if (current !== null && current.id === base.id) setRefused(current);
      else setFailure(error);
    } finally {
      release();
      busy.current = false;
      setBusy(false);
    }
  }

  function decide(field: Field, isMine: boolean): void {
    const now = valuesOf(theirs);
    if (!isMine) setValue(field, now[field], { shouldValidate: true, shouldDirty: true });
    setBase((before) => ({ ...before, [field]: theirs[field] }));
    setFocus(field);
  }

  const isDirty = () => FIELDS.some((field) => getValues(field).trim() !== valuesOf(base)[field]);
  const close = () => (isDirty() && !isDone.current ? setClosing(true) : onClose());
  const { errors } = formState;
  return (
    <>
      <Dialog
        title={texts.title}
        onClose={close}
        footer={
          <>
            <Button onClick={close}>{messages.cancel}</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              busy={isBusy}
              disabledReason={reason ?? (conflicts.length > 0 ? texts.conflict.first : undefined)}
            >
              {messages.save}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-3.5"
          onSubmit={(event) => void handleSubmit(save)(event)}
        >
          <EditField label={texts.name} error={errors.display_name?.message} dir="auto" {...register('display_name')} />
          <EditField
            label={texts.email}
            error={errors.email?.message}
            inputMode="email"
            {...register('email', { deps: 'phone' })}
          />
          <EditField
            label={texts.phone}
            error={errors.phone?.message}
            type="tel"
            {...register('phone', { deps: 'email' })}
          />
          <EditConflict
            fields={conflicts}
            theirs={theirs}
            onMine={(field) => decide(field, true)}
            onTheirs={(field) => decide(field, false)}
          />
          <EditFailure error={failure} own={base} values={values} />
          <p role="status" className="text-12 text-ink-2 empty:hidden">
            {hasNothing ? texts.nothing : null}
          </p>
        </form>
      </Dialog>
      <LeaveGuard
        texts={texts.guard}
        isDirty={() => isDirty() && !isDone.current}
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

interface EditFailureProps {
  readonly error: unknown;
  readonly own: Identity;
  readonly values: EditValues;
}

/** Why it was not saved; where an email or phone is another customer's, whose, and the way to merge the two. */
function EditFailure({ error, own, values }: EditFailureProps) {
  const { taken } = texts;
  const country = useCountry();
  const owner = currentOf(error);
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  const link = 'font-medium text-accent-text underline';
  return (
    <div role="alert" className="empty:hidden">
      {error === null ? null : (
        <div className="flex gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]">
          <Icon name="warning" size={14} className="mt-px" />
          {owner === null ? (
            <p>
              {texts.failed(failureMessage(error))}{' '}
              {requestId === null ? null : <span className="font-mono">{texts.request(requestId)}</span>}
            </p>
          ) : (
            <p>
              {taken[takenField(values, owner, country)]}{' '}
              <Link to="/customers/$id" params={{ id: owner.id.toString() }} className={link}>
                <bdi>{messages.person(customerName(owner), owner.id.toString())}</bdi>
              </Link>
              {'. '}
              <Link to="/customers/merge" search={{ pair: `${own.id}-${owner.id}` }} className={link}>
                {taken.merge}
              </Link>
            </p>
          )}
        </div>
      )}
    </div>
  );
}
