import { useReplaceFrame } from '#src/browser/use-replace-frame.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, type FormEvent } from 'react';
import { apiBases } from '#src/session/api-base.ts';
import type { SessionState } from '#src/session/session-store.ts';
import { useSession } from './session-acts.ts';
import { hasExtension } from '#src/api/whoami.ts';
import { Button } from '#src/ui/button.tsx';
import { AddressField } from './address-field.tsx';
import { FirstRun, isFirstRun } from './first-run.tsx';
import { LinkChoice } from './link-choice.tsx';
import { Mark } from './mark.tsx';
import { messages } from './messages.ts';
import { Outcome } from './outcome.tsx';
import { hostOf } from './refusal.ts';
import { siteName } from './site-name.ts';
import { TokenFacts } from './token-facts.tsx';
import { TokenField } from './token-field.tsx';
import { useSignIn, type SignInForm } from './use-sign-in.ts';
import { isSameSite } from './use-start-link.ts';

/** @param next a path of this origin to go to after entering. */
export function SignInPage({ next }: { readonly next: string }) {
  useReplaceFrame();
  const navigate = useNavigate();
  const session = useSession();
  const form = useSignIn();
  const { link } = form;
  /** The path of a link is one of its own site: whoever stays in another one begins there. */
  const target = useRef(next);
  const whoami =
    link.phase === 'asking' ? link.accepted.whoami : form.check.phase === 'accepted' ? form.check.whoami : null;

  useEffect(() => {
    if (session.phase === 'in' && link.phase === 'none') void navigate({ to: target.current, replace: true });
  }, [session.phase, link.phase, navigate]);

  useEffect(() => {
    document.title = messages.documentTitle;
  }, []);

  return (
    <main className="grid min-h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] bg-surface min-[900px]:grid-cols-2 min-[900px]:grid-rows-1">
      <div className="mx-auto flex w-full max-w-[408px] flex-col justify-between gap-8 p-6 min-[900px]:py-10">
        <Mark />
        {link.phase === 'asking' ? (
          <LinkChoice
            whoami={link.accepted.whoami}
            live={link.live}
            isEntering={link.isEntering}
            onFollow={form.followLink}
            onStay={() => {
              if (!isSameSite(link.live, link.accepted.whoami)) target.current = '/';
              form.dropLink();
            }}
          />
        ) : (
          <div>
            <h1 className="text-20 font-semibold">{messages.title}</h1>
            <p className="mt-1.5 text-ink-2">{messages.lead}</p>
            <StateNote form={form} session={session} />
            <Form form={form} />
          </div>
        )}
        <p className="text-12 text-ink-3">
          {messages.onlyTo(hostOf(form.baseUrl))}
          {whoami !== null && hasExtension(whoami, 'sessions') ? ` ${messages.forgotten}` : ''}
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] border-line bg-app p-6 max-[899px]:content-start max-[899px]:border-t min-[900px]:items-center min-[900px]:border-s">
        {isFirstRun() && whoami === null ? <FirstRun /> : <TokenFacts whoami={whoami} />}
      </div>
    </main>
  );
}

/** What happened to the session that was here before, or that it is still there. */
function StateNote({ form, session }: { readonly form: SignInForm; readonly session: SessionState }) {
  if (session.phase === 'out' && session.why === 'unreported') return <Note>{messages.unreported}</Note>;
  if (session.phase === 'out' && session.why === 'replaced') {
    return (
      <Note label={messages.useThat} onGo={() => location.reload()}>
        {messages.replaced}
      </Note>
    );
  }
  const { link } = form;
  if (link.phase !== 'refused' || link.live.kind !== 'here' || session.phase !== 'in') return null;
  const { whoami } = link.live;
  return (
    <Note label={messages.goOn} onGo={form.dropLink}>
      {whoami === null ? messages.stillInUnknown : messages.stillIn(siteName(whoami))}
    </Note>
  );
}

function Note({
  children,
  label,
  onGo,
}: {
  readonly children: string;
  readonly label?: string;
  readonly onGo?: () => void;
}) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-2 rounded-control border border-warn-line bg-warn-tint px-3 py-2 text-12 text-warn-text">
      <p role="status">{children}</p>
      {label === undefined ? null : (
        <Button size="sm" onClick={onGo}>
          {label}
        </Button>
      )}
    </div>
  );
}

function Form({ form }: { readonly form: SignInForm }) {
  const { check } = form;
  const input = useRef<HTMLInputElement>(null);
  const bases = apiBases();
  const isBusy = form.isEntering || check.phase === 'checking';
  const isRefused = check.phase === 'fault' || check.phase === 'refused';

  useEffect(() => {
    // Where a finger points, a focused field would open the keyboard over the page.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    form.submit();
    if (check.phase !== 'accepted') input.current?.focus();
  }

  return (
    <form noValidate onSubmit={submit} className="mt-7 flex flex-col gap-4">
      {bases.length > 1 ? <AddressField bases={bases} value={form.baseUrl} onChange={form.setBaseUrl} /> : null}
      <TokenField value={form.token} onChange={form.type} onPaste={form.paste} isWrong={isRefused} inputRef={input}>
        <Outcome check={check} baseUrl={form.baseUrl} onReady={form.checkAgain} />
      </TokenField>
      {check.phase === 'accepted' && !hasExtension(check.whoami, 'sessions') ? (
        <KeepBox isChecked={form.keep} onChange={form.setKeep} />
      ) : null}
      <Button
        type="submit"
        variant="primary"
        busy={isBusy}
        className="mt-2 min-h-10! w-full text-14! pointer-coarse:min-h-11!"
      >
        {check.phase === 'accepted'
          ? (form.isEntering ? messages.opening : messages.open)(siteName(check.whoami))
          : check.phase === 'refused'
            ? messages.checkAgain
            : messages.check}
      </Button>
    </form>
  );
}

function KeepBox({ isChecked, onChange }: { readonly isChecked: boolean; readonly onChange: (keep: boolean) => void }) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={id}
          className="size-3.5 accent-(--accent)"
        />
        {messages.keep}
      </label>
      <p id={id} className="mt-1 text-12 text-ink-3">
        {messages.keepHint}
      </p>
    </div>
  );
}
