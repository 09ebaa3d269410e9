import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { messages } from './messages.ts';

/** The shell's header; given from outside, because a view does not know the shell. */
export type PageHeader = ComponentType<{
  readonly title: string;
  readonly documentTitle?: string;
  readonly tabs?: ReactNode;
  readonly actions?: ReactNode;
}>;

const TAB = 'relative flex min-h-top flex-none items-center font-medium no-underline focus-visible:-outline-offset-2';
const CURRENT = 'text-ink after:absolute after:inset-x-0 after:bottom-0 after:border-b-2 after:border-current';

/** The pages of the settings. */
export const SETTINGS_PARTS = [
  { part: 'tags', to: '/settings/tags' },
  { part: 'appearance', to: '/settings/appearance' },
  { part: 'shortcuts', to: '/settings/keys' },
] as const;

interface SettingsHeaderProps {
  readonly Header: PageHeader;
  readonly part: (typeof SETTINGS_PARTS)[number]['part'];
  readonly actions?: ReactNode;
}

/** The heading of every part of the settings, with its tabs. */
export function SettingsHeader({ Header, part: current, actions }: SettingsHeaderProps) {
  return (
    <Header
      title={messages.settings}
      documentTitle={`${messages[current]} · ${messages.settings}`}
      actions={actions}
      tabs={
        <nav aria-label={messages.tabs} className="ms-3 flex min-w-0 gap-4 self-stretch overflow-x-auto">
          {SETTINGS_PARTS.map(({ part, to }) => (
            <Link
              key={part}
              to={to}
              className={`${TAB} ${part === current ? CURRENT : 'text-ink-2 hover:text-ink'}`}
              aria-current={part === current ? 'page' : undefined}
            >
              {messages[part]}
            </Link>
          ))}
        </nav>
      }
    />
  );
}
