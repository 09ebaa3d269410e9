import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listVisitors } from '#contract/visitors.ts';
import { read } from '#src/api/read.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { MAIL_LANGUAGES, mailLanguage, mailText, mailtoOf, type MailLanguage } from './mail-text.ts';

interface MailDraftProps {
  readonly email: string;
  readonly name: string | null;
  readonly url: string;
  readonly expiresUtc: string;
  readonly onCopied: () => void;
}

const { extras: texts } = messages;

/** A prepared text with the link in the customer's language, to be copied or opened in a mail program. */
export function MailDraft({ email, name, url, expiresUtc, onCopied }: MailDraftProps) {
  const zone = useDisplayZone();
  const site = useWhoami().site_name ?? '';
  const [chosen, setChosen] = useState<MailLanguage | null>(null);
  const { data } = useQuery({ ...read(listVisitors, { email, limit: 1 }), staleTime: 60_000, retry: false });
  const attributes = data !== undefined && 'items' in data ? data.items[0]?.attributes : undefined;
  const known = [attributes?.['locale'], attributes?.['language']].map((value) =>
    typeof value === 'string' ? value : null,
  );
  const language = chosen ?? mailLanguage([...known, ...navigator.languages]);
  const text = mailText(language, { name, site, url, expiresUtc, zone });

  async function copy(): Promise<void> {
    if (!(await copyText(text.body))) return void toast({ kind: 'error', text: messages.reveal.copyRefused });
    onCopied();
    announce(messages.reveal.copied);
  }

  return (
    <div className="mt-2 rounded-control bg-sunken p-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label={texts.language}
          value={language}
          className="min-h-6 rounded-control border border-line-strong bg-surface px-2 text-12 pointer-coarse:min-h-9"
          onChange={({ target }) => setChosen(mailLanguage([target.value]))}
        >
          {Object.entries(MAIL_LANGUAGES).map(([code, label]) => (
            <option key={code} value={code} lang={code}>
              {label}
            </option>
          ))}
        </select>
        <Button size="sm" icon="copy" onClick={() => void copy()}>
          {texts.copyText}
        </Button>
        <span onClickCapture={onCopied} role="presentation">
          <SafeLink href={mailtoOf(email, text)} className={buttonClass({ size: 'sm' })}>
            {texts.openMail}
          </SafeLink>
        </span>
      </div>
      <p className="mt-1 text-12 text-ink-3">{texts.mailCarries}</p>
      <p lang={language} dir="auto" className="mt-2 font-medium [overflow-wrap:anywhere]">
        {text.subject}
      </p>
      <pre lang={language} dir="auto" className="font-sans text-13 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text.body}
      </pre>
    </div>
  );
}
