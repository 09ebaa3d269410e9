import { Link } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { getWhoami } from '#contract/site.ts';
import { Field } from '#src/forms/field.tsx';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';

const texts = messages.gate;

interface TokenGateProps {
  /** The board has shown figures before. */
  readonly isAgain: boolean;
  readonly onToken: (token: string) => void;
}

/** Asks for the token that the board reads with. Nothing stores it, and one that can write is not taken. */
export function TokenGate({ isAgain, onToken }: TokenGateProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function check(): Promise<void> {
    const token = input.current?.value.trim() ?? '';
    if (isBusy || token === '') return input.current?.focus();
    setBusy(true);
    try {
      const { scopes } = await call(getWhoami, { token });
      if (scopes.every((scope) => scope === 'read')) return onToken(token);
      setProblem(texts.canWrite);
    } catch (error) {
      setProblem(error instanceof ApiFailure && error.kind === 'unauthorized' ? texts.refused : failureMessage(error));
    }
    setBusy(false);
    input.current?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void check();
  }

  return (
    <form noValidate onSubmit={submit} className="m-auto flex w-full max-w-sm flex-col gap-4 p-6">
      <h1 className="text-20 font-semibold">{isAgain ? texts.again : texts.title}</h1>
      <p className="text-ink-2">{texts.text}</p>
      <Field
        label={texts.label}
        size="lg"
        error={problem === undefined ? undefined : <span role="alert">{problem}</span>}
      >
        {({ className, ...control }) => (
          <input
            ref={input}
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-1p-ignore=""
            data-bwignore=""
            data-lpignore="true"
            dir="ltr"
            className={`${className} font-mono text-12 tracking-[2px] [-webkit-text-security:disc] max-md:pointer-coarse:text-16`}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={isBusy}>
        {texts.submit}
      </Button>
      <Link to="/health" className="text-12 text-accent-text hover:underline">
        {texts.signIn}
      </Link>
    </form>
  );
}
