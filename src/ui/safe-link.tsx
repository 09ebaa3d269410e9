import type { ReactNode } from 'react';
import { messages } from './messages.ts';

interface SafeLinkProps {
  /** An address that came as data. */
  readonly href: string;
  readonly children: ReactNode;
  readonly className?: string;
}

const ALLOWED: ReadonlySet<string> = new Set(['https:', 'mailto:', 'tel:']);

/** The address when it may become a link, else null: only whole https, mailto and tel addresses may. */
export function safeHref(href: string): string | null {
  const url = URL.parse(href);
  return url !== null && ALLOWED.has(url.protocol) ? url.href : null;
}

/** The only way that data becomes a link; anything but https, mailto and tel stays text. */
export function SafeLink({ href, children, className = 'text-accent-text hover:underline' }: SafeLinkProps) {
  const safe = safeHref(href);
  if (safe === null) return <span>{children}</span>;
  if (!safe.startsWith('https:')) {
    return (
      <a href={safe} className={className}>
        {children}
      </a>
    );
  }
  return (
    <a href={safe} className={className} target="_blank" rel="noopener noreferrer">
      {children} <span className="sr-only">({messages.opensNewTab})</span>
    </a>
  );
}
