import { Link } from '@tanstack/react-router';
import { useWhoami, siteName } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant } from '#src/format/time.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { askToSignOut } from '#src/sign-in/session-acts.ts';
import { Chip } from '#src/ui/chip.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { Popover } from '#src/ui/overlay/popover.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { BusinessHoursLine } from './business-hours-line.tsx';
import { messages } from './messages.ts';
import { showOverlay } from './shell-state.ts';

const texts = defineMessages({
  id: 'Site ID',
  token: 'API token',
  scopes: 'Scopes',
  readOnly: 'Read-only',
  fullAccess: 'Full access',
  expires: 'Expires',
  zone: 'Site time zone',
  demo: 'Demo',
  signOut: 'Sign out',
  shortcuts: 'Keyboard shortcuts',
  apiCalls: 'API calls',
  appearance: 'Appearance',
});

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

/** The site's name at the head of the sidebar. It opens the facts of the token, and Sign out. */
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

/** The site and the token, from whoami. */
function SiteFacts() {
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const scopes = whoami.scopes.filter((scope) => scope !== 'read');
  return (
    <div>
      <p className="mb-2 flex items-center gap-2 font-semibold">
        <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
          {siteName(whoami)}
        </span>
        {whoami.is_demo === true ? <Chip tone="accent">{texts.demo}</Chip> : null}
      </p>
      <FactList
        facts={[
          [texts.id, whoami.site_id.toString()],
          [texts.zone, whoami.time_zone ?? null],
          [texts.token, `${whoami.label} ${whoami.token_prefix}`],
          [
            texts.scopes,
            scopes.length === 0
              ? texts.readOnly
              : scopes.map((scope) => (scope === '*' ? texts.fullAccess : scope)).join(', '),
          ],
          [texts.expires, whoami.expires_utc == null ? null : formatInstant(whoami.expires_utc, zone)],
        ]}
      />
    </div>
  );
}

const LINE = 'hit relative flex min-h-control w-full items-center gap-2 rounded-chip px-2 text-start hover:bg-hover';

/** Lines of the site's menu and of the phone's sheet below the facts. */
function SiteActions({ onDone }: { readonly onDone: () => void }) {
  const hasCalls = useHasApiCalls();
  return (
    <div className="-mx-2">
      <Link to="/settings/appearance" className={LINE} onClick={onDone}>
        <Icon name="sun" size={14} className="text-ink-3" />
        <span className="flex-1">{texts.appearance}</span>
        <Kbd keys="g ," />
      </Link>
      <button
        type="button"
        className={`${LINE} max-md:hidden`}
        onClick={() => {
          onDone();
          showOverlay('keys');
        }}
      >
        <Icon name="keyboard" size={14} className="text-ink-3" />
        <span className="flex-1">{texts.shortcuts}</span>
        <Kbd keys="?" />
      </button>
      {hasCalls ? (
        <button
          type="button"
          className={LINE}
          onClick={() => {
            onDone();
            showApiCalls();
          }}
        >
          <Icon name="code" size={14} className="text-ink-3" />
          {texts.apiCalls}
        </button>
      ) : null}
      <button
        type="button"
        className={LINE}
        onClick={() => {
          onDone();
          askToSignOut();
        }}
      >
        <Icon name="sign-out" size={14} className="text-ink-3" />
        {texts.signOut}
      </button>
    </div>
  );
}

interface SitePanelProps {
  readonly onDone: () => void;
  /** On phones, which have no sidebar for it. */
  readonly hasHours?: boolean;
}

/** The content of the site's menu and of the phone's "More". */
export function SitePanel({ onDone, hasHours = false }: SitePanelProps) {
  return (
    <>
      <SiteFacts />
      {hasHours ? (
        <div className="my-3">
          <BusinessHoursLine />
        </div>
      ) : null}
      <hr className="my-2 border-line" />
      <SiteActions onDone={onDone} />
    </>
  );
}
