import { useId, useState, type ClipboardEvent, type ReactNode, type Ref } from 'react';
import { IconButton } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import { cleanToken } from './use-token-check.ts';

interface TokenFieldProps {
  readonly value: string;
  readonly onChange: (token: string) => void;
  readonly onPaste: (token: string) => void;
  readonly isWrong: boolean;
  /** Outcome of the check, read with the field. */
  readonly children: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/**
 * The field for a token. It is masked by style and not of type password, so that no password manager stores the token.
 */
export function TokenField({ value, onChange, onPaste, isWrong, children, inputRef }: TokenFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);

  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    // The browser would cut a text of several lines, and keep the spaces.
    event.preventDefault();
    onPaste(cleanToken(event.clipboardData.getData('text')));
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-12 font-medium">
        {messages.token}
      </label>
      <div className="relative">
        <input
          ref={inputRef}
          id={id}
          value={value}
          onChange={(event) => onChange(cleanToken(event.target.value))}
          onPaste={paste}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-outcome`}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
          dir="ltr"
          className={`h-10 w-full pointer-coarse:h-11 rounded-control border bg-surface ps-2.5 pe-11 font-mono text-12 text-ink focus-visible:border-transparent focus-visible:outline-offset-0 max-md:pointer-coarse:text-16 ${isWrong ? 'border-danger' : 'border-line-control'} ${isShown ? '' : 'tracking-[2px] [-webkit-text-security:disc]'}`}
        />
        <span className="absolute inset-y-0 end-1.5 flex items-center">
          <IconButton
            icon="eye"
            label={isShown ? messages.hide : messages.show}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </span>
      </div>
      <div id={`${id}-outcome`}>{children}</div>
    </div>
  );
}
