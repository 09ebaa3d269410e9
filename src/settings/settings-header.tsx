import { Link } from '@tanstack/react-router';
import { PageHeader } from '#src/shell/page-header.tsx';
import { messages } from './messages.ts';

const TAB = 'relative flex min-h-top items-center font-medium no-underline';

/** The heading of every part of the settings, with its tabs. */
export function SettingsHeader({ part }: { readonly part: string }) {
  return (
    <PageHeader
      title={messages.settings}
      documentTitle={`${part} · ${messages.settings}`}
      tabs={
        <nav aria-label={messages.tabs} className="ms-3 flex self-stretch overflow-x-auto">
          <Link
            to="/settings/appearance"
            className={`${TAB} text-ink after:absolute after:inset-x-0 after:bottom-0 after:border-b-2 after:border-current`}
            aria-current="page"
          >
            {messages.appearance}
          </Link>
        </nav>
      }
    />
  );
}
