import { Suspense, useState, type ReactNode } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay, formatInstant } from '#src/format/time.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { TEXT_LINK, TextButton } from '#src/ui/text-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import { safeHref } from '#src/ui/safe-link.tsx';
import { SecretDialog } from '#src/ui/secret-dialog.tsx';
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
  const [isToken, setToken] = useState(false);
  const { secret } = link;
  const day = formatDay(link.expiresUtc, zone);
  const another = link.isReused ? (
    <Button busy={isBusy} onClick={onIssueNew}>
      {texts.another}
    </Button>
  ) : null;
  const facts = (
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
  );
  if (secret === null) {
    return (
      <Dialog
        title={texts.lostTitle(day)}
        onClose={onClose}
        className="md:w-[520px]"
        footer={
          <>
            {another}
            <Button onClick={onClose}>{texts.done}</Button>
          </>
        }
      >
        <p className="text-ink-2">{texts.lostText}</p>
        {facts}
      </Dialog>
    );
  }
  return (
    <SecretDialog
      title={texts.title}
      lead={texts.text}
      name={isToken ? texts.token : texts.link}
      secret={isToken ? secret.token : secret.url}
      lost={texts.closeText}
      copy={isToken ? texts.copyToken : texts.copyLink}
      extras={
        <>
          <TextButton className="mt-1 text-12 font-medium" onClick={() => setToken(!isToken)}>
            {isToken ? texts.showLink : texts.showToken}
          </TextButton>
          <RevealExtras url={secret.url} />
          <p className="mt-2 text-12 text-ink-2 text-pretty">
            {link.isReused
              ? `${texts.again(day)} ${texts.againText(link.useCount, formatCount(link.useCount))}`
              : link.body.reuse_active
                ? null
                : texts.fresh}
          </p>
        </>
      }
      actions={another}
      onClose={onClose}
    >
      {facts}
    </SecretDialog>
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

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </>
  );
}
