import { useEffect, useState } from 'react';
import { announce } from '#src/ui/toasts/announce.ts';
import { buttonClass } from './button.tsx';
import { copyText } from '#src/browser/copy-text.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';

interface CopyButtonProps {
  /** A function where the text is long to make. */
  readonly text: string | (() => string);
  /** Names the copied thing, such as "Copy link". */
  readonly label: string;
  /** Words beside the icon; without it the label is the tooltip. */
  readonly showLabel?: boolean;
  readonly size?: 'sm' | 'md';
}

/** Copies, says "Copied" for two seconds and to screen readers. */
export function CopyButton({ text, label, showLabel = false, size = 'sm' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    if (!(await copyText(typeof text === 'string' ? text : text())))
      return void toast({ kind: 'error', text: messages.copyFailed });
    setCopied(true);
    announce(messages.copied);
  }

  const words = copied ? messages.copied : label;
  return (
    <Tooltip text={showLabel ? undefined : words}>
      <button
        type="button"
        aria-label={showLabel ? undefined : label}
        className={buttonClass({ variant: showLabel ? 'default' : 'ghost', size, square: !showLabel })}
        onClick={() => void copy()}
      >
        <Icon name={copied ? 'check' : 'copy'} size={14} />
        {showLabel ? words : null}
      </button>
    </Tooltip>
  );
}
