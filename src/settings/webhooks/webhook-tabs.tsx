import { Link } from '@tanstack/react-router';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { messages } from './messages.ts';

const TABS = [
  { part: 'list', to: '/settings/webhooks' },
  { part: 'log', to: '/settings/webhooks/log', isExtension: true },
  { part: 'verify', to: '/settings/webhooks/verify' },
] as const;

/** The pages of the webhooks, below the tabs of the settings. */
export function WebhookTabs() {
  const isWhole = isWholeService(useWhoami());
  const { label, ...names } = messages.parts;
  return (
    <nav aria-label={label} className="mb-5 flex flex-wrap gap-1 print:hidden">
      {TABS.filter((tab) => isWhole || !('isExtension' in tab)).map(({ part, to }) => (
        <Link
          key={part}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className="flex min-h-control items-center rounded-control px-2.5 font-medium text-ink-2 no-underline hover:bg-hover aria-[current=page]:bg-active aria-[current=page]:text-ink"
        >
          {names[part]}
        </Link>
      ))}
    </nav>
  );
}

/** Ref of a heading: focuses it if the focused element was removed. */
export function focusIfLost(heading: HTMLElement | null): void {
  if (document.activeElement === document.body) heading?.focus();
}
