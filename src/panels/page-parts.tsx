import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';

interface PageTabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly label: string; readonly link: LinkProps }[];
}

/** The parts of a page, each with an address of its own. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  return (
    <nav
      aria-label={label}
      data-tabs
      className="flex min-w-0 gap-4 self-stretch overflow-x-auto max-md:order-1 max-md:basis-full md:ms-3"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          activeOptions={{ exact: true, includeSearch: false }}
          {...tab.link}
          className="relative flex min-h-top flex-none items-center font-medium text-ink-2 no-underline hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:border-b-2 aria-[current=page]:after:border-current"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

/** The link back, before the title of a page. */
export function BackLink({ label, ...link }: LinkProps & { readonly label: string }) {
  return (
    <Link
      {...link}
      activeOptions={{ exact: true }}
      aria-label={label}
      className={buttonClass({ variant: 'ghost', square: true })}
    >
      <Icon name="back" />
    </Link>
  );
}

/** The scrolling part below the header, as wide as text can be read. Its content uses container queries: a frame has no sidebar. */
export function PageBody({ children }: { readonly children: ReactNode }) {
  return (
    <div data-page-body="" className="pane @container min-h-0 flex-1">
      <div className="mx-auto w-full max-w-page px-6 py-5 max-md:px-4">{children}</div>
    </div>
  );
}
