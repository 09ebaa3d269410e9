import { useId, useState } from 'react';
import { copyText } from '#src/browser/copy-text.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

interface SecretFieldProps {
  readonly secret: { readonly url: string; readonly token: string };
  readonly isCopied: boolean;
  readonly onCopied: () => void;
}

const { reveal: texts } = messages;

/** The link, or the token alone, with the button that copies it. */
export function SecretField({ secret, isCopied, onCopied }: SecretFieldProps) {
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
      <button
        type="button"
        className="hit relative mt-1 min-h-6 text-12 font-medium text-accent-text hover:underline"
        onClick={() => setToken(!isToken)}
      >
        {isToken ? texts.showLink : texts.showToken}
      </button>
    </>
  );
}
