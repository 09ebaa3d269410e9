import { useEffect, useState } from 'react';
import { buttonClass } from '#src/ui/button-class.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';

/** The request id of an answer, for the team; where it cannot be copied it can still be marked by hand. */
export function CopyId({ id }: { readonly id: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span className="font-mono text-[12px] [overflow-wrap:anywhere]">{id}</span>
      <button
        type="button"
        aria-label={messages.notice.copy}
        className={buttonClass({ variant: 'ghost', size: 'sm', square: true })}
        onClick={() => void copyText(id).then(setCopied)}
      >
        <Icon name={copied ? 'check' : 'copy'} size={14} />
      </button>
      <span role="status" className="text-[12px] text-ink-3">
        {copied ? messages.notice.copied : ''}
      </span>
    </span>
  );
}
