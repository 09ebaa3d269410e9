import type { ReactNode } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { messages } from './messages.ts';
import { siteName } from '#src/shell/site-menu/site-name.ts';
import { useDocumentTitle } from './use-document-title.ts';

interface PageHeaderProps {
  /** The one h1 of the page, and the title of the tab unless `documentTitle` says more. */
  readonly title: string;
  /** A short fact beside it, such as "38 open". */
  readonly note?: ReactNode;
  /** Buttons at the end. */
  readonly actions?: ReactNode;
  /** Tabs of a page with several parts. */
  readonly tabs?: ReactNode;
  /** Before the title, such as a way back. */
  readonly lead?: ReactNode;
  readonly documentTitle?: string;
}

export function PageHeader({ title, note, actions, tabs, lead, documentTitle }: PageHeaderProps) {
  useDocumentTitle(`${documentTitle ?? title} · ${siteName(useWhoami())} · ${messages.product}`);
  return (
    <header className="flex min-h-top flex-none items-center gap-2 border-b border-line bg-surface px-4">
      {lead}
      {/* Focus comes here after a navigation, so that reading starts at the new page. */}
      <h1 tabIndex={-1} className="min-w-0 truncate text-14 font-semibold">
        {title}
      </h1>
      {note === undefined ? null : <span className="flex-none text-12 text-ink-3 tabular-nums">{note}</span>}
      {tabs}
      <span className="flex-1" />
      {actions}
    </header>
  );
}
