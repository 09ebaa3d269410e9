import { type ReactNode, useEffect } from 'react';
import { queryClient } from '#src/api/query-client.ts';
import { siteName, useWhoami } from '#src/api/whoami.ts';
import { messages } from '#src/ui/messages.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { useEmbedded } from './embedded.ts';

interface PageHeaderProps {
  /** The one h1 of the page, and the title of the tab unless `documentTitle` says more. */
  readonly title: string;
  /** Right behind the title: what goes to another page of its kind. */
  readonly switcher?: ReactNode;
  /** A short fact beside it, such as "38 open". */
  readonly note?: ReactNode;
  /** Buttons at the end. On a phone a part of them with `data-whole` takes the row for itself. */
  readonly actions?: ReactNode;
  /** `PageTabs` of a page with several parts: a phone has them in a row of their own. */
  readonly tabs?: ReactNode;
  /** Before the title, such as a link back. */
  readonly lead?: ReactNode;
  readonly documentTitle?: string | undefined;
}

/** The row at the top of every page. */
export function PageHeader({ title, switcher, note, actions, tabs, lead, documentTitle }: PageHeaderProps) {
  useDocumentTitle(`${documentTitle ?? title} · ${siteName(useWhoami())} · ${messages.product}`);
  const embedded = useEmbedded();
  return (
    <header className="group/head flex min-h-top flex-none items-center gap-x-2 border-b border-line bg-surface px-4 max-md:has-data-tabs:flex-wrap max-md:has-data-tabs:pt-1 max-md:pe-2">
      {lead}
      {/* Focus comes here after a navigation, so that reading starts at the new page. */}
      <h1
        ref={keepFocus}
        tabIndex={-1}
        dir="auto"
        className="min-w-0 truncate text-14 font-semibold max-md:group-has-data-whole/head:sr-only"
      >
        {title}
      </h1>
      {embedded?.note}
      {switcher}
      {tabs}
      {note === undefined ? (
        <b className="flex-1 max-md:group-has-data-whole/head:hidden" />
      ) : (
        // The note wraps out of sight where it has no room.
        <span className="flex h-[1lh] min-w-0 flex-1 flex-wrap overflow-hidden text-12 text-ink-3 tabular-nums max-md:group-has-data-whole/head:hidden">
          <i className="h-full" />
          <span className="whitespace-nowrap">{note}</span>
        </span>
      )}
      {actions}
      {embedded?.end}
    </header>
  );
}

/** Whether the previous heading had the focus. */
let hadFocus = false;

/** A heading in place of a focused one, as when a page has its data and draws another header, takes the focus over. */
function keepFocus(heading: HTMLHeadingElement): () => void {
  if (hadFocus) heading.focus();
  return () => {
    hadFocus = document.activeElement === heading;
  };
}

function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Loads again what is on screen; old data stays until the new is there. */
export async function refreshPage(): Promise<void> {
  // A first answer that is under way may be older than the press: by itself the query client would wait for it.
  await queryClient.cancelQueries({ type: 'active', fetchStatus: 'fetching' });
  await queryClient.refetchQueries({ type: 'active' });
  announce(messages.refreshed);
}
