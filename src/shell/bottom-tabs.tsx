import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { usePathname } from '#src/browser/use-address.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { SitePanel } from './site-menu.tsx';
import { messages } from './messages.ts';
import { showOverlay } from './shell-state.ts';
import { isCurrent, navClass, providedOf } from './navigation.ts';
import { VIEWS } from './views.ts';

const { tabs } = messages;
const TAB =
  'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-[3px] px-0 text-11 leading-3 font-medium no-underline focus-visible:-outline-offset-2';

/** The navigation of phones. "More" is a sheet with the site and the way out. */
export function BottomTabs() {
  const pathname = usePathname();
  const [more, setMore] = useState(false);
  // Back leaves the page below the sheet, and so the sheet.
  useEffect(() => setMore(false), [pathname]);
  const views = providedOf(VIEWS, useWhoami());
  const behindMore = views.filter(({ isTab }) => isTab !== true);
  const isBehindMore = behindMore.some((page) => isCurrent(page, pathname));
  return (
    <nav
      aria-label={messages.primary}
      className="sticky bottom-0 z-sticky flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      {views
        .filter(({ isTab }) => isTab)
        .map((page) => {
          const current = isCurrent(page, pathname);
          return (
            <Link
              key={page.id}
              to={page.path}
              aria-current={current ? 'page' : undefined}
              className={`${TAB} ${current ? 'text-ink' : 'text-ink-3'}`}
            >
              <Icon name={page.icon} size={20} />
              <span className="max-w-full truncate pb-px">{page.tabLabel ?? page.label}</span>
            </Link>
          );
        })}
      <button type="button" className={`${TAB} text-ink-3`} onClick={() => showOverlay('palette')}>
        <Icon name="search" size={20} />
        <span className="max-w-full truncate pb-px">{tabs.search}</span>
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${TAB} ${more || isBehindMore ? 'text-ink' : 'text-ink-3'}`}
        onClick={() => setMore(true)}
      >
        <Icon name="menu" size={20} />
        <span className="max-w-full truncate pb-px">{tabs.more}</span>
      </button>
      {more ? (
        <Dialog title={tabs.more} onClose={() => setMore(false)}>
          <ul className="mb-2 border-b border-line pb-2">
            {behindMore.map((page) => (
              <li key={page.id}>
                <Link
                  to={page.path}
                  aria-current={isCurrent(page, pathname) ? 'page' : undefined}
                  className={navClass(isCurrent(page, pathname), false)}
                >
                  <Icon name={page.icon} className="text-ink-3" />
                  <span className="min-w-0 flex-1 truncate">{page.label}</span>
                </Link>
              </li>
            ))}
          </ul>
          <SitePanel hasHours onDone={() => setMore(false)} />
        </Dialog>
      ) : null}
    </nav>
  );
}
