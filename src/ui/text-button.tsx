import type { ComponentProps } from 'react';

/** Of what reads as a link in a line of text. */
export const TEXT_LINK = 'hit relative min-h-6 text-accent-text hover:underline';

/** A button that reads as a link. */
export function TextButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button type="button" className={`${TEXT_LINK} ${className}`} {...props} />;
}
