import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

/** The classes of a button that looks like a link in a line of text. */
export const TEXT_LINK = 'hit relative min-h-6 text-accent-text hover:underline';

interface TextButtonProps extends ComponentProps<'button'> {
  /** As of a `Button`: what is off does not read as a link. */
  readonly disabledReason?: string | undefined;
}

/** A button that reads as a link. */
export function TextButton({ className = '', disabledReason, ...props }: TextButtonProps) {
  if (disabledReason !== undefined) {
    return (
      <Button variant="ghost" size="sm" disabledReason={disabledReason}>
        {props.children}
      </Button>
    );
  }
  return <button type="button" className={`${TEXT_LINK} ${className}`} {...props} />;
}
