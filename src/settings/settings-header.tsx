import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { messages } from './messages.ts';

/** The shell's header; given from outside, because a view does not know the shell. */
export type PageHeader = ComponentType<{
  readonly title: string;
  readonly documentTitle?: string;
  readonly tabs?: ReactNode;
}>;

const TAB = 'relative flex min-h-top items-center font-medium no-underline focus-visible:-outline-offset-2';
const CURRENT = 'text-ink after:absolute after:inset-x-0 after:bottom-0 after:border-b-2 after:border-current';

/** The heading of every part of the settings, with its tabs. */
export function SettingsHeader({ Header, part }: { readonly Header: PageHeader; readonly part: string }) {
  return (
    <Header
      title={messages.settings}
      documentTitle={`${part} · ${messages.settings}`}
      tabs={
        <nav aria-label={messages.tabs} className="ms-3 flex self-stretch overflow-x-auto">
          <Link to="/settings/appearance" className={`${TAB} ${CURRENT}`} aria-current="page">
            {messages.appearance}
          </Link>
        </nav>
      }
    />
  );
}
