import { Suspense, useState } from 'react';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { safeHref } from '#src/ui/safe-link.tsx';
import { messages } from './messages.ts';

interface RevealExtrasProps {
  readonly email: string;
  readonly name: string | null;
  readonly url: string;
  readonly expiresUtc: string;
  readonly onUsed: () => void;
}

const QrPart = lazyPart(async () => (await import('./qr-code.tsx')).QrCode);
const MailPart = lazyPart(async () => (await import('./mail/mail-draft.tsx')).MailDraft);

const LINK = 'hit relative inline-flex min-h-6 items-center text-12 font-medium text-accent-text hover:underline';
const { extras: texts } = messages;

/** Other ways to hand a link over, and a look at what it opens. */
export function RevealExtras({ email, name, url, expiresUtc, onUsed }: RevealExtrasProps) {
  const [open, setOpen] = useState<'qr' | 'mail' | null>(null);
  const href = openableHref(url);
  const toggle = (part: 'qr' | 'mail') => setOpen(open === part ? null : part);
  return (
    <>
      <p className="flex flex-wrap gap-x-4">
        <button type="button" aria-expanded={open === 'mail'} className={LINK} onClick={() => toggle('mail')}>
          {texts.mail}
        </button>
        <button type="button" aria-expanded={open === 'qr'} className={LINK} onClick={() => toggle('qr')}>
          {texts.qr}
        </button>
        {href === null ? null : (
          <a href={href} target="_blank" rel="noopener noreferrer" title={texts.openCounts} className={LINK}>
            {texts.open}
            <span className="sr-only"> ({texts.openCounts})</span>
          </a>
        )}
      </p>
      <Suspense fallback={null}>
        {open === 'qr' ? (
          <div className="mt-2">
            <QrPart text={url} />
            <p className="mt-1 text-center text-12 text-ink-3">{texts.qrText}</p>
          </div>
        ) : null}
        {open === 'mail' ? (
          <MailPart email={email} name={name} url={url} expiresUtc={expiresUtc} onCopied={onUsed} />
        ) : null}
      </Suspense>
    </>
  );
}

/** An https address, or one of this very service. */
function openableHref(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed?.origin === location.origin ? parsed.href : parsed?.protocol === 'https:' ? safeHref(url) : null;
}
