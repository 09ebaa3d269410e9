import { useWhoami, siteName } from '#src/api/whoami.ts';
import { messages } from './messages.ts';
import { SitePanel } from './site-menu/site-panel.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Popover } from '#src/ui/overlay/popover.tsx';

/** The mark of the product: two lines and a tail, as a short letter. */
function SiteMark() {
  return (
    <span className="grid size-5 flex-none place-items-center rounded-[5px] bg-ink text-app">
      <svg
        aria-hidden="true"
        width="12"
        height="12"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      >
        <path d="M1.5 3.5h9M1.5 6.5h5.5" />
        <path d="M3 10.500 5 9" />
      </svg>
    </span>
  );
}

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
      {(close) => <SitePanel onDone={close} />}
    </Popover>
  );
}
