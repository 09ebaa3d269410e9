import { useId, useState, type ClipboardEvent, type ReactNode, type Ref } from 'react';
import { IconButton } from '#src/ui/button.tsx';
import { messages } from './messages.ts';

interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** By default a paste is a change. */
  readonly onPaste?: (text: string) => void;
  /** Normalizes typed and pasted text. By default it removes spaces and line breaks. */
  readonly clean?: (text: string) => string;
  readonly isWrong: boolean;
  /** A hint or an error below the field; describes it. */
  readonly children?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/**
 * A field for a token or another secret, masked until the eye is pressed. The mask is CSS, because browsers offer to
 * store the value of a password field.
 */
export function SecretField({
  label,
  value,
  onChange,
  onPaste,
  clean = withoutSpaces,
  isWrong,
  children,
  inputRef,
}: SecretFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);

  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    // The browser would keep spaces and drop line breaks.
    event.preventDefault();
    (onPaste ?? onChange)(clean(event.clipboardData.getData('text')));
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-12 font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          ref={inputRef}
          id={id}
          value={value}
          onChange={(event) => onChange(clean(event.target.value))}
          onPaste={paste}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-about`}
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
            label={isShown ? messages.hideSecret(label) : messages.showSecret(label)}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </span>
      </div>
      <div id={`${id}-about`}>{children}</div>
    </div>
  );
}

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');
