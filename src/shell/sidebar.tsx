import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { usePathname } from '#src/browser/use-address.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';
import { BusinessHoursLine } from './business-hours-line.tsx';
import { messages } from './messages.ts';
import { showOverlay } from './shell-state.ts';
import { SiteMenu } from './site-menu.tsx';
import { isCurrent, navClass, providedOf } from './navigation.ts';
import { VIEWS } from './views.ts';

/** Parts of the inbox in the sidebar; composed by the route. */
export interface InboxSlots {
  /** How many tickets are open, at the end of the inbox's line. */
  readonly count: ReactNode;
  /** Its folders, below the line. */
  readonly folders: ReactNode;
}

interface SidebarProps {
  readonly rail: boolean;
  readonly inbox?: InboxSlots | undefined;
}

export function Sidebar({ rail, inbox }: SidebarProps) {
  const whoami = useWhoami();
  const pathname = usePathname();
  return (
    // A landmark of its own, since the site, the search and the token surround the navigation.
    <header
      className={`flex min-h-0 flex-none flex-col border-e border-line bg-app p-2 print:hidden ${rail ? 'w-rail' : 'w-side'}`}
    >
      <SiteMenu rail={rail} />
      <SearchButton rail={rail} />
      <nav aria-label={messages.primary} className="pane -mx-2 flex flex-1 flex-col gap-0.5 px-2">
        {providedOf(VIEWS, whoami).map((page, at, pages) => {
          const current = isCurrent(page, pathname);
          return (
            <div key={page.id} className="flex flex-col gap-0.5">
              {page.group === undefined || page.group === pages[at - 1]?.group || rail ? null : (
                <p className="px-2 pt-3 pb-1 text-11 text-ink-3">{page.group}</p>
              )}
              <Tooltip text={rail ? page.label : undefined} side="inline-end">
                <Link
                  to={page.path}
                  aria-current={current ? 'page' : undefined}
                  aria-label={rail ? page.label : undefined}
                  className={navClass(current, rail)}
                >
                  <Icon name={page.icon} className={current ? 'text-ink' : 'text-ink-3'} />
                  {rail ? null : <span className="min-w-0 flex-1 truncate">{page.sideLabel ?? page.label}</span>}
                  {page.id === 'inbox' && !rail ? <span className="flex-none font-normal">{inbox?.count}</span> : null}
                </Link>
              </Tooltip>
              {page.id === 'inbox' && !rail ? inbox?.folders : null}
            </div>
          );
        })}
      </nav>
      <div
        className={`-mx-2 flex flex-col gap-1.5 border-t border-line pt-2 pb-0.5 ${rail ? 'items-center' : 'px-3.5'}`}
      >
        <BusinessHoursLine iconOnly={rail} />
        {rail ? (
          <Tooltip text={`${whoami.label} ${whoami.token_prefix}`} side="inline-end">
            <span role="img" aria-label={`${messages.site.token} ${whoami.label} ${whoami.token_prefix}`}>
              <Avatar name={whoami.label} />
            </span>
          </Tooltip>
        ) : (
          <p className="flex min-w-0 items-center gap-2 text-12">
            <Avatar name={whoami.label} />
            <span className="min-w-0 truncate">
              <span dir="auto">{whoami.label}</span> <span className="text-ink-3">{whoami.token_prefix}</span>
            </span>
          </p>
        )}
      </div>
    </header>
  );
}

/** Looks like a field, opens the palette. */
export function SearchButton({ rail }: { readonly rail: boolean }) {
  return (
    <Tooltip text={rail ? messages.keys.palette : undefined} side="inline-end">
      <button
        type="button"
        aria-label={rail ? messages.keys.palette : undefined}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className={`hit relative mt-1.5 mb-2 flex min-h-control flex-none items-center gap-2 rounded-control border border-line-strong bg-surface text-ink-3 hover:bg-hover ${rail ? 'justify-center' : 'px-[7px]'}`}
        onClick={() => showOverlay('palette')}
      >
        <Icon name="search" size={14} />
        {rail ? null : (
          <>
            <span className="min-w-0 flex-1 truncate text-start">{messages.search}</span>
            <Kbd keys="mod+k" />
          </>
        )}
      </button>
    </Tooltip>
  );
}
