import { useId, useState, type ReactNode } from 'react';
import { copyText } from '#src/browser/copy-text.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { messages } from './messages.ts';
import { announce } from './toasts/announce.ts';
import { toast } from './toasts/toast-store.ts';

interface SecretDialogProps {
  readonly title: string;
  /** Describes what the secret opens. */
  readonly lead: string;
  /** The name of the secret, such as "API token". */
  readonly name: string;
  readonly secret: string;
  /** Describes what happens without the secret, and how to get another one. */
  readonly lost: string;
  /** The label of the copy button. */
  readonly copy: string;
  /** Right below the secret. */
  readonly extras?: ReactNode;
  /** More buttons, before Done. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret once, until the dialog is closed; asks before it is closed without a copy. Keeps nothing of it. */
export function SecretDialog(props: SecretDialogProps) {
  const { title, lead, name, secret, lost, copy, extras, actions, children, onClose } = props;
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => (isCopied ? onClose() : setAsking(true));

  async function copySecret(): Promise<void> {
    if (!(await copyText(secret))) return void toast({ kind: 'error', text: messages.copyFailed });
    setCopied(true);
    announce(messages.copied);
  }

  return (
    <Dialog
      title={title}
      onClose={close}
      className="md:w-[520px]"
      footer={
        isAsking && !isCopied ? (
          <div role="alertdialog" aria-label={messages.secret.ask} className="flex w-full flex-wrap items-center gap-2">
            <p className="min-w-40 flex-1 text-12">
              <b className="block font-semibold">{messages.secret.ask}</b>
              <span className="text-ink-3">{lost}</span>
            </p>
            <Button variant="danger" onClick={onClose}>
              {messages.secret.closeAnyway}
            </Button>
            <Button ref={focusOnce} onClick={() => setAsking(false)}>
              {messages.secret.back}
            </Button>
          </div>
        ) : (
          <>
            <span className="me-auto text-12 text-ink-3">{isCopied ? messages.copied : messages.secret.notCopied}</span>
            {actions}
            <Button onClick={close}>{messages.secret.done}</Button>
          </>
        )
      }
    >
      <p className="mb-3.5 text-ink-2 text-pretty">{lead}</p>
      <label htmlFor={id} className="mb-1 block text-12 font-medium">
        {name}
      </label>
      <div className="flex items-center gap-2">
        <input
          id={id}
          readOnly
          value={secret}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          data-secret=""
          className="min-h-9 w-0 flex-1 text-ellipsis rounded-control border border-line-control bg-surface px-2.5 font-mono text-12 text-ink"
          onFocus={(event) => event.currentTarget.select()}
          onCopy={() => setCopied(true)}
        />
        <Button
          data-autofocus=""
          variant="primary"
          size="lg"
          icon={isCopied ? 'check' : 'copy'}
          onClick={() => void copySecret()}
        >
          {isCopied ? messages.copied : copy}
        </Button>
      </div>
      {extras}
      {children}
    </Dialog>
  );
}

/** A ref that focuses the button once, when it mounts. */
export function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}
