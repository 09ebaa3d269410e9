import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { failureMessage } from '#src/api/failure-message.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';

export interface ViewAnswers {
  readonly name: string;
  readonly shared: boolean;
  readonly isFirst: boolean;
}

interface ViewDialogProps {
  readonly title: string;
  readonly start: ViewAnswers;
  /** Kept by the service; else in this browser, for nobody else. */
  readonly isKept: boolean;
  /** @throws ApiFailure */
  readonly onSave: (answers: ViewAnswers) => Promise<void>;
  readonly onClose: () => void;
}

const MAX_NAME_LENGTH = 200;

/** Name and sharing of a view. */
export function ViewDialog({ title, start, isKept, onSave, onClose }: ViewDialogProps) {
  const texts = messages.dialog;
  const id = useId();
  const [answers, setAnswers] = useState(start);
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { reason } = useWriteAccess('tickets:write');
  useEffect(() => field.current?.select(), []);
  const length = [...answers.name.trim()].length;
  const wrong = length === 0 ? texts.empty : length > MAX_NAME_LENGTH ? texts.long(length) : null;
  const problem = (length === 0 && !wasTried ? null : wrong) ?? failure;

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    setTried(true);
    if (wrong !== null || isBusy) return field.current?.focus();
    setBusy(true);
    setFailure(null);
    try {
      await onSave({ ...answers, name: answers.name.trim() });
      onClose();
    } catch (error) {
      const why = failureMessage(error);
      setFailure(why);
      announce(why, 'assertive');
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void submit()}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)}>
        <label htmlFor={`${id}-name`} className="mb-1 block text-12 font-medium">
          {texts.name}
        </label>
        <input
          ref={field}
          id={`${id}-name`}
          type="text"
          dir="auto"
          autoComplete="off"
          value={answers.name}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? `${id}-holds` : `${id}-problem`}
          className={`min-h-control w-full rounded-control border bg-surface px-2 text-ink ${
            problem === null ? 'border-line-control' : 'border-danger'
          }`}
          onChange={(event) => {
            setAnswers({ ...answers, name: event.target.value });
            setFailure(null);
          }}
        />
        {problem === null ? (
          <p id={`${id}-holds`} className="mt-1 text-12 text-ink-3">
            {texts.holds}
          </p>
        ) : (
          <p id={`${id}-problem`} className="mt-1 flex gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]">
            <Icon name="warning" size={14} className="mt-px flex-none" />
            {problem}
          </p>
        )}
        <Choice
          label={texts.share}
          isOn={answers.shared}
          reason={isKept ? reason : texts.shareNot}
          onChange={(shared) => setAnswers({ ...answers, shared })}
        />
        <Choice
          label={texts.first}
          isOn={answers.isFirst}
          onChange={(isFirst) => setAnswers({ ...answers, isFirst })}
        />
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isOn: boolean;
  /** Why it cannot be changed. */
  readonly reason?: string | undefined;
  readonly onChange: (isOn: boolean) => void;
}

function Choice({ label, isOn, reason, onChange }: ChoiceProps) {
  const id = useId();
  const off = reason !== undefined;
  return (
    <div className="mt-3">
      <label className={`flex min-h-6 items-center gap-2 ${off ? 'text-ink-3' : ''}`}>
        <input
          type="checkbox"
          checked={isOn}
          aria-disabled={off || undefined}
          aria-describedby={off ? id : undefined}
          className="size-4 accent-accent"
          onChange={(event) => !off && onChange(event.target.checked)}
        />
        {label}
      </label>
      {off ? (
        <p id={id} className="ps-6 text-12 text-ink-3">
          {reason}
        </p>
      ) : null}
    </div>
  );
}
