import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, type FormEvent } from 'react';
import { isWholeService, siteName } from '#src/api/whoami.ts';
import { useReplaceFrame } from '#src/browser/use-replace-frame.ts';
import { apiBases, OWN_BASE } from '#src/session/api-base.ts';
import type { SessionState } from '#src/session/session-store.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { messages } from './messages.ts';
import { SecretField } from '#src/forms/secret-field.tsx';
import { cleanToken, hostOf, Outcome } from './token-check.tsx';
import { useSession } from './session-acts.ts';
import { TokenFacts } from './token-facts.tsx';
import { useSignIn, type SignInForm } from './use-sign-in.ts';
import type { Whoami } from '#contract/site.ts';

const texts = messages.firstRun;
const SITE = 'npm run --silent admin -- site create --name "My company"';
const TOKEN = `npm run --silent admin -- token create --site-id 1 --label me --scopes '*'`;

/** The service says in its document whether the database has no site yet. */
function isFirstRun(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="support-console:first-run"]')?.content === '1';
}

/** The commands that make a site and a token, for an empty database. */
function FirstRun() {
  return (
    <section aria-labelledby="first-run" className="mx-auto w-full max-w-[480px] max-[899px]:max-w-[360px]">
      <h2 id="first-run" className="text-14 font-semibold">
        {texts.title}
      </h2>
      <p className="mt-3 border-t border-line pt-3 text-ink-2">{texts.text}</p>
      <Command label={texts.site} command={SITE} />
      <Command label={texts.token} command={TOKEN} />
    </section>
  );
}

function Command({ label, command }: { readonly label: string; readonly command: string }) {
  return (
    <div className="mt-3">
      <div className="flex items-center justify-between">
        <h3 className="text-12 font-medium">{label}</h3>
        <CopyButton text={command} label={`${texts.copy}: ${label}`} />
      </div>
      <code
        dir="ltr"
        className="mt-1 block rounded-control border border-line bg-sunken px-2.5 py-2 font-mono text-12 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {command.split(' ').map((word, index) => (
          // Lines break between words alone: a broken `--name` would be misread.
          <span key={index} className="whitespace-nowrap">
            {`${word} `}
          </span>
        ))}
      </code>
    </div>
  );
}

interface AddressFieldProps {
  readonly bases: readonly string[];
  readonly value: string;
  readonly onChange: (baseUrl: string) => void;
}

/** The service to call: this one or another that its operator allows. */
function AddressField({ bases, value, onChange }: AddressFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-12 font-medium">
        {messages.address}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-10 w-full pointer-coarse:h-11 rounded-control border border-line-control bg-surface px-2 font-mono text-12 text-ink max-md:pointer-coarse:text-16"
      >
        {bases.map((base) => (
          <option key={base} value={base}>
            {base === OWN_BASE ? messages.ownAddress(location.origin + OWN_BASE) : base}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The product's mark and name. */
function Mark() {
  return (
    <div className="flex items-center gap-2.5">
      <span className="grid size-7 flex-none place-items-center rounded-[7px] bg-ink text-app">
        <svg
          aria-hidden="true"
          width="16"
          height="16"
          viewBox="0 0 12 12"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
        >
          <path d="M1.5 3.5h9M1.5 6.5h5.5M3 10.5 5 9" />
        </svg>
      </span>
      <span className="text-14 font-semibold">{messages.product}</span>
    </div>
  );
}

/** @param next a path of this origin to go to after entering. */
export function SignInPage({ next }: { readonly next: string }) {
  useReplaceFrame();
  const navigate = useNavigate();
  const session = useSession();
  const form = useSignIn();
  const { link } = form;
  /** The path of a link belongs to its site: a person who stays in another site goes to the start page. */
  const target = useRef(next);
  const whoami =
    link.phase === 'asking' ? link.accepted.whoami : form.check.phase === 'accepted' ? form.check.whoami : null;

  useEffect(() => {
    if (session.phase !== 'in' || link.phase !== 'none') return;
    void navigate({ to: target.current, replace: true });
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
            present={link.present}
            isEntering={link.isEntering}
            onFollow={form.followLink}
            onStay={() => {
              if (link.present?.site_id !== link.accepted.whoami.site_id) target.current = '/';
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
          {whoami !== null && isWholeService(whoami) ? ` ${messages.forgotten}` : ''}
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] border-line bg-app p-6 max-[899px]:content-start max-[899px]:border-t min-[900px]:items-center min-[900px]:border-s">
        {isFirstRun() && whoami === null ? <FirstRun /> : <TokenFacts whoami={whoami} />}
      </div>
    </main>
  );
}

/** Says that the last sign-out did not reach the service, or that the session before is still open. */
function StateNote({ form, session }: { readonly form: SignInForm; readonly session: SessionState }) {
  if (session.phase === 'out' && session.isUnreported) return <Note>{messages.unreported}</Note>;
  const { link } = form;
  if (link.phase !== 'refused' || link.present === null || session.phase !== 'in') return null;
  return (
    <Note label={messages.goOn} onGo={form.dropLink}>
      {messages.stillIn(siteName(link.present))}
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
    // On a touch screen a focused field would open the keyboard over the page.
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
      <SecretField
        label={messages.token}
        value={form.token}
        clean={cleanToken}
        onChange={form.type}
        onPaste={form.paste}
        isWrong={isRefused}
        inputRef={input}
      >
        <Outcome check={check} baseUrl={form.baseUrl} onReady={form.checkAgain} />
      </SecretField>
      {check.phase === 'accepted' && !isWholeService(check.whoami) ? (
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

const linkTexts = messages.link;
const WIDE = 'min-h-10! w-full text-14! pointer-coarse:min-h-11! whitespace-normal!';

interface LinkChoiceProps {
  /** The token of the link. */
  readonly whoami: Whoami;
  readonly present: Whoami | null;
  readonly isEntering: boolean;
  readonly onFollow: () => void;
  readonly onStay: () => void;
}

/** The site and the token that a start link opens, the session that it would end, and the choice. Escape changes nothing. */
function LinkChoice({ whoami, present, isEntering, onFollow, onStay }: LinkChoiceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isSameSite = present?.site_id === whoami.site_id;
  const isSameToken = isSameSite && present?.token_id === whoami.token_id;

  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !isEntering) onStay();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [onStay, isEntering]);

  const follow = isSameToken
    ? linkTexts.anew
    : isSameSite
      ? linkTexts.changeTo(whoami.label)
      : messages.open(siteName(whoami));
  return (
    <div>
      <h1 ref={heading} tabIndex={-1} className="text-20 font-semibold outline-none [overflow-wrap:anywhere]">
        {(isSameToken ? linkTexts.sameToken : linkTexts.title)(siteName(whoami))}
      </h1>
      <div className="mt-1.5 flex flex-col gap-3 text-ink-2 [overflow-wrap:anywhere]">
        <p>{linkTexts.as(whoami.label, whoami.token_prefix)}</p>
        {present === null || isSameToken ? null : (
          <p className="rounded-control border border-line bg-sunken px-3 py-2 text-ink">
            {linkTexts.here(siteName(present), present.label, present.token_prefix)}
          </p>
        )}
        <p>{present === null ? linkTexts.trust : linkTexts.ends(siteName(present))}</p>
      </div>
      <div className="mt-7 flex flex-col gap-2">
        {present === null ? (
          <>
            <Button variant="primary" className={WIDE} busy={isEntering} onClick={onFollow}>
              {follow}
            </Button>
            <Button variant="ghost" className={WIDE} onClick={onStay}>
              {linkTexts.notNow}
            </Button>
          </>
        ) : (
          <>
            <Button variant="primary" className={WIDE} onClick={onStay}>
              {isSameToken
                ? linkTexts.goOn
                : isSameSite
                  ? linkTexts.stayAs(present.label)
                  : linkTexts.stay(siteName(present))}
            </Button>
            <Button className={WIDE} busy={isEntering} onClick={onFollow}>
              {follow}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
