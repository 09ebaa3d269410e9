import { Suspense, useId, useState, type ReactNode } from 'react';
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
import { messages } from './messages.ts';

interface RevealDialogProps {
  readonly link: IssuedLink;
  readonly onClose: () => void;
  /** Issues another link for the address instead of reusing this one. */
  readonly onIssueNew: () => void;
  readonly isBusy: boolean;
}

const { reveal: texts } = messages;

/** Shows a link until the dialog is closed. Nothing of it stays in the page afterwards. */
export function RevealDialog({ link, onClose, onIssueNew, isBusy }: RevealDialogProps) {
  const zone = useDisplayZone();
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { secret } = link;
  const day = formatDay(link.expiresUtc, zone);
  const mayClose = isCopied || secret === null;
  const close = () => (mayClose ? onClose() : setAsking(true));

  return (
    <Dialog
      title={secret === null ? texts.lostTitle(day) : texts.title}
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
        <p className="text-ink-2">{texts.lostText}</p>
      ) : (
        <div>
          <p className="mb-3.5 text-ink-2 text-pretty">{texts.text}</p>
          <SecretField secret={secret} isCopied={isCopied} onCopied={() => setCopied(true)} />
          <RevealExtras url={secret.url} />
          <p className="mt-2 text-12 text-ink-2 text-pretty">
            {link.isReused
              ? `${texts.again(day)} ${texts.againText(link.useCount, formatCount(link.useCount))}`
              : link.body.reuse_active
                ? null
                : texts.fresh}
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

const QrCode = lazyComponent(() => import('./qr-code.tsx'), 'QrCode');

const { extras } = messages;

/** The link as a QR code, and as a link that opens it. */
function RevealExtras({ url }: { readonly url: string }) {
  const [isQrShown, setQrShown] = useState(false);
  const href = openableHref(url);
  return (
    <>
      <p className="flex flex-wrap gap-x-4">
        <TextButton aria-expanded={isQrShown} className="text-12 font-medium" onClick={() => setQrShown(!isQrShown)}>
          {extras.qr}
        </TextButton>
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
        {isQrShown ? (
          <div className="mt-2">
            <QrCode text={url} />
            <p className="mt-1 text-center text-12 text-ink-3">{extras.qrText}</p>
          </div>
        ) : null}
      </Suspense>
    </>
  );
}

/** The address if it is https or of this service; null otherwise. */
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

/** A ref that focuses the button once, when it mounts. */
export function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}
