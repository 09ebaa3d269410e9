import { useSelector } from '@tanstack/react-store';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { findTokenFault } from '#contract/token-format.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { SecretField } from '#src/forms/secret-field.tsx';
import { sessionAtom } from '#src/session/session-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { messages } from './messages.ts';

const texts = messages.confirmToken;

/** Part of a body; empty if the call already carries the API token. */
interface Confirmation {
  readonly confirm_token?: string;
}

interface ConfirmToken {
  /**
   * Resolves with the part of the body, or null if the user cancels.
   * @param why why the token is needed, as a sentence
   */
  readonly askForToken: (why: string) => Promise<Confirmation | null>;
  /** Render it beside the component that asks. */
  readonly dialog: ReactNode;
}

/**
 * Asks for the API token of a browser session, for writes whose effect outlives the session (docs/api.md, "API tokens").
 * The token goes to the caller and is stored nowhere.
 */
export function useConfirmToken(): ConfirmToken {
  const isSession = useSelector(sessionAtom, (state) => state.phase !== 'out' && state.session.kind === 'session');
  const [why, setWhy] = useState<string | null>(null);
  const answer = useRef<((confirmation: Confirmation | null) => void) | null>(null);
  useEffect(() => () => answer.current?.(null), []);

  function settle(confirmation: Confirmation | null): void {
    setWhy(null);
    answer.current?.(confirmation);
    answer.current = null;
  }

  return {
    askForToken: (why) => {
      if (!isSession) return Promise.resolve({});
      const { promise, resolve } = Promise.withResolvers<Confirmation | null>();
      answer.current?.(null);
      answer.current = resolve;
      setWhy(why);
      return promise;
    },
    dialog:
      why === null ? null : (
        <ConfirmTokenDialog
          why={why}
          onConfirm={(token) => settle({ confirm_token: token })}
          onClose={() => settle(null)}
        />
      ),
  };
}

interface ConfirmTokenDialogProps {
  readonly why: string;
  readonly onConfirm: (token: string) => void;
  readonly onClose: () => void;
}

function ConfirmTokenDialog({ why, onConfirm, onClose }: ConfirmTokenDialogProps) {
  const { label, token_prefix: prefix } = useWhoami();
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = problemOf(token, prefix);
    setProblem(found);
    if (found === null) onConfirm(token);
  }

  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" type="submit" form="confirm-token">
            {texts.submit}
          </Button>
        </>
      }
    >
      <form id="confirm-token" noValidate onSubmit={submit}>
        <p className="mb-3.5 text-ink-2 text-pretty">{why}</p>
        <SecretField
          label={texts.field}
          value={token}
          onChange={(text) => {
            setToken(text);
            setProblem(null);
          }}
          isWrong={problem !== null}
        >
          <p className="mt-1.5 text-12 text-ink-3">
            {texts.which(label)} <span className="font-mono">{prefix}…</span>
          </p>
          <p role="alert" className="min-h-4 text-12 text-danger-text">
            {problem}
          </p>
        </SecretField>
      </form>
    </Dialog>
  );
}

/** The first problem that the browser can find; the service checks the rest. */
function problemOf(token: string, prefix: string): string | null {
  if (token === '') return texts.empty;
  const fault = findTokenFault(token);
  if (fault !== null) return texts.fault[fault];
  return token.startsWith(prefix) ? null : texts.other;
}
