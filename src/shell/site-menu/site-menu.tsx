import { Suspense } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Popover } from '#src/ui/overlay/popover.tsx';
import { messages } from '#src/shell/messages.ts';
import { SiteMark } from './site-mark.tsx';
import { SitePanelPart } from './site-panel-part.ts';
import { siteName } from './site-name.ts';

/** The site's name at the head of the sidebar; opens what the token is, and the way out. */
export function SiteMenu({ rail }: { readonly rail: boolean }) {
  const whoami = useWhoami();
  const name = siteName(whoami);
  return (
    <Popover
      label={messages.site.menu(name)}
      className="w-[300px] p-3"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          onPointerEnter={SitePanelPart.preload}
          onFocus={SitePanelPart.preload}
          aria-label={rail ? messages.site.menu(name) : undefined}
          className={`hit relative flex min-h-8 w-full items-center gap-1.5 rounded-control font-semibold hover:bg-hover ${rail ? 'justify-center' : 'px-1.5'}`}
        >
          <SiteMark />
          {rail ? null : (
            <>
              <span dir="auto" className="min-w-0 truncate">
                {name}
              </span>
              {whoami.is_demo === true ? (
                <span className="flex-none rounded-tag bg-active px-1 text-11 leading-[18px] font-medium text-ink-2">
                  {messages.site.demo}
                </span>
              ) : null}
              <span className="sr-only">{messages.site.menuHint}</span>
              <Icon name="chevron-down" size={14} className="ms-auto text-ink-3" />
            </>
          )}
        </button>
      )}
    >
      {(close) => (
        <Suspense fallback={null}>
          <SitePanelPart onDone={close} />
        </Suspense>
      )}
    </Popover>
  );
}
