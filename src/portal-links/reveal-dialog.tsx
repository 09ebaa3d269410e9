import { useEffectEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { copyText } from '#src/browser/copy-text.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay, formatInstant } from '#src/format/time.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { TEXT_LINK, TextButton } from '#src/ui/text-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import { safeHref } from '#src/ui/safe-link.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { IssuedLink } from './issued-link.ts';
import { MailDraft } from './mail-draft.tsx';
import { messages } from './messages.ts';

interface RevealDialogProps {
  readonly link: IssuedLink;
  /** Whom the text of an email greets. */
  readonly name?: string | null;
  readonly onClose: () => void;
  /** Issues another link for the address, whatever is out already. */
  readonly onIssueNew: () => void;
  readonly isBusy: boolean;
}

const { reveal: texts } = messages;

/** A link, shown once: it hides itself, and is nowhere in the page when the dialog has closed. */
export function RevealDialog({ link, name = null, onClose, onIssueNew, isBusy }: RevealDialogProps) {
  const zone = useDisplayZone();
  const [secret, setSecret] = useState(link.secret);
  const [isHidden, setHidden] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { left, keep } = useHide(secret !== null, () => {
    setSecret(null);
    setHidden(true);
  });
  const day = formatDay(link.expiresUtc, zone);
  const mayClose = isCopied || secret === null;
  const close = () => (mayClose ? onClose() : setAsking(true));
  const done = () => {
    keep();
    setCopied(true);
  };

  return (
    <Dialog
      title={isHidden ? texts.hiddenTitle : secret === null ? texts.lostTitle(day) : texts.title}
      onClose={close}
      className="md:w-[520px]"
      footer={
        isAsking && !mayClose ? (
          <CloseQuestion onBack={() => setAsking(false)} onClose={onClose} />
        ) : (
          <>
            {secret === null ? null : (
              <span className="me-auto text-12 text-ink-3">{isCopied ? texts.copied : texts.notCopied}</span>
            )}
            {link.isReused ? (
              <Button busy={isBusy} onClick={onIssueNew}>
                {texts.another}
              </Button>
            ) : null}
            <Button onClick={close}>{texts.done}</Button>
          </>
        )
      }
    >
      {secret === null ? (
        <p className="text-ink-2">{isHidden ? texts.hiddenText : texts.lostText}</p>
      ) : (
        <div>
          <p className="mb-3.5 text-ink-2 text-pretty">{texts.text}</p>
          <SecretField secret={secret} isCopied={isCopied} onCopied={done} />
          <RevealExtras email={link.email} name={name} url={secret.url} expiresUtc={link.expiresUtc} onUsed={done} />
          <p className="mt-2 text-12 text-ink-2 text-pretty">
            {link.isReused
              ? `${texts.again(day)} ${texts.againText(link.useCount, formatCount(link.useCount))}`
              : link.body.reuse_active
                ? null
                : texts.fresh}
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
            <span role="timer" className="tabular-nums">
              {texts.hides(clockOf(left))}
            </span>
            <TextButton className="font-medium" onClick={keep}>
              {texts.keep}
            </TextButton>
          </p>
        </div>
      )}
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 border-t border-line pt-3">
        <Fact name={texts.requester}>
          <span dir="ltr" className="[overflow-wrap:anywhere]">
            <AddressText text={link.email} />
          </span>
        </Fact>
        <Fact name={texts.id}>{String(link.id)}</Fact>
        <Fact name={texts.expires}>{formatInstant(link.expiresUtc, zone)}</Fact>
        <Fact name={texts.uses}>{formatCount(link.useCount)}</Fact>
      </dl>
    </Dialog>
  );
}

interface SecretFieldProps {
  readonly secret: { readonly url: string; readonly token: string };
  readonly isCopied: boolean;
  readonly onCopied: () => void;
}

/** The link, or the token alone, with the button that copies it. */
function SecretField({ secret, isCopied, onCopied }: SecretFieldProps) {
  const id = useId();
  const [isToken, setToken] = useState(false);
  const text = isToken ? secret.token : secret.url;

  async function copy(): Promise<void> {
    if (!(await copyText(text))) return void toast({ kind: 'error', text: texts.copyRefused });
    onCopied();
    announce(texts.copied);
  }

  return (
    <>
      <label htmlFor={id} className="mb-1 block text-12 font-medium">
        {isToken ? texts.token : texts.link}
      </label>
      <div className="flex items-center gap-2">
        <input
          id={id}
          readOnly
          value={text}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          data-secret=""
          className="min-h-9 w-0 flex-1 text-ellipsis rounded-control border border-line-control bg-surface px-2.5 font-mono text-12 text-ink"
          onFocus={(event) => event.currentTarget.select()}
          onCopy={onCopied}
        />
        <Button
          data-autofocus=""
          variant="primary"
          size="lg"
          icon={isCopied ? 'check' : 'copy'}
          onClick={() => void copy()}
        >
          {isCopied ? texts.copied : isToken ? texts.copyToken : texts.copyLink}
        </Button>
      </div>
      <TextButton className="mt-1 text-12 font-medium" onClick={() => setToken(!isToken)}>
        {isToken ? texts.showLink : texts.showToken}
      </TextButton>
    </>
  );
}

interface RevealExtrasProps {
  readonly email: string;
  readonly name: string | null;
  readonly url: string;
  readonly expiresUtc: string;
  readonly onUsed: () => void;
}

const QrCode = lazyComponent(() => import('./qr-code.tsx'), 'QrCode');

const { extras } = messages;

/** Other ways to hand a link over, and a look at what it opens. */
function RevealExtras({ email, name, url, expiresUtc, onUsed }: RevealExtrasProps) {
  const [open, setOpen] = useState<'qr' | 'mail' | null>(null);
  const href = openableHref(url);
  return (
    <>
      <p className="flex flex-wrap gap-x-4">
        {(['mail', 'qr'] as const).map((part) => (
          <TextButton
            key={part}
            aria-expanded={open === part}
            className="text-12 font-medium"
            onClick={() => setOpen(open === part ? null : part)}
          >
            {extras[part]}
          </TextButton>
        ))}
        {href === null ? null : (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            title={extras.openCounts}
            className={`${TEXT_LINK} inline-flex items-center text-12 font-medium`}
          >
            {extras.open}
            <span className="sr-only"> ({extras.openCounts})</span>
          </a>
        )}
      </p>
      <Suspense fallback={null}>
        {open === 'qr' ? (
          <div className="mt-2">
            <QrCode text={url} />
            <p className="mt-1 text-center text-12 text-ink-3">{extras.qrText}</p>
          </div>
        ) : null}
      </Suspense>
      {open === 'mail' ? (
        <MailDraft email={email} name={name} url={url} expiresUtc={expiresUtc} onCopied={onUsed} />
      ) : null}
    </>
  );
}

/** An https address, or one of this very service. */
function openableHref(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed?.origin === location.origin ? parsed.href : parsed?.protocol === 'https:' ? safeHref(url) : null;
}

function CloseQuestion({ onBack, onClose }: { readonly onBack: () => void; readonly onClose: () => void }) {
  return (
    <div role="alertdialog" aria-label={texts.closeAsk} className="flex w-full flex-wrap items-center gap-2">
      <p className="min-w-40 flex-1 text-12">
        <b className="block font-semibold">{texts.closeAsk}</b>
        <span className="text-ink-3">{texts.closeText}</span>
      </p>
      <Button variant="danger" onClick={onClose}>
        {texts.closeAnyway}
      </Button>
      <Button ref={focusOnce} onClick={onBack}>
        {texts.back}
      </Button>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </>
  );
}

/** "1:58". */
function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** When it comes into the page, and not at every change of it. */
export function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}

const SHOWN_MS = 120_000;
/** How long the tab may stay in the background. */
const AWAY_MS = 60_000;
const TICK_MS = 1_000;

/**
 * Hides a secret after two minutes without use, after a minute in which the tab was not looked at, and when the page
 * is left. @returns the whole seconds left, and what begins the two minutes anew
 */
function useHide(isShown: boolean, onHide: () => void): { readonly left: number; readonly keep: () => void } {
  const [left, setLeft] = useState(SHOWN_MS / 1_000);
  const until = useRef(0);
  const hide = useEffectEvent(onHide);
  useEffect(() => {
    if (!isShown) return;
    let awayAt: number | null = document.hidden ? Date.now() : null;
    until.current = Date.now() + SHOWN_MS;
    const check = (): void => {
      const now = Date.now();
      setLeft(Math.max(0, Math.ceil((until.current - now) / 1_000)));
      if (now >= until.current || (awayAt !== null && now - awayAt >= AWAY_MS)) hide();
    };
    const onVisibility = (): void => {
      // A tab in the background may have slept through its ticks.
      check();
      awayAt = document.hidden ? Date.now() : null;
    };
    const leave = (): void => hide();
    const use = (): void => {
      until.current = Date.now() + SHOWN_MS;
    };
    const timer = setInterval(check, TICK_MS);
    addEventListener('pointerdown', use);
    addEventListener('keydown', use);
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      removeEventListener('pointerdown', use);
      removeEventListener('keydown', use);
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', leave);
    };
  }, [isShown]);
  const keep = (): void => {
    until.current = Date.now() + SHOWN_MS;
    setLeft(SHOWN_MS / 1_000);
  };
  return { left, keep };
}
