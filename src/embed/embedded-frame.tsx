import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode, type RefObject } from 'react';
import { getWhoami } from '#contract/site.ts';
import { queryClient } from '#src/api/query-client.ts';
import { siteName, useWhoami, WhoamiContext, whoamiOptions } from '#src/api/whoami.ts';
import { grants } from '#src/api/write-access.ts';
import { usePathname } from '#src/browser/use-address.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatClockTime } from '#src/format/time.ts';
import { EmbeddedContext, type Embedded } from '#src/panels/embedded.ts';
import { refreshPage } from '#src/panels/page-frame.tsx';
import type { EmbeddableView } from '#src/panels/view-type.ts';
import { isReadOnly } from '#src/session/read-only.ts';
import { NewTicketHost } from '#src/new-ticket/new-ticket.tsx';
import { ApiCallsHost } from '#src/shell/api-calls.tsx';
import { findUnprovided } from '#src/shell/navigation.ts';
import { OfflineBanner } from '#src/shell/offline-banner.tsx';
import { useIgnoredNotice, usePageFocus } from '#src/shell/page-effects.ts';
import { EMBEDDABLE_VIEWS } from '#src/shell/views.ts';
import { startUndo } from '#src/undo/undo.ts';
import { startShortcuts, useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useHost } from './host-session.ts';
import { messages } from './messages.ts';
import { ANY_HEIGHT, reportHeight } from './report-height.ts';
import { SessionStrip } from './session-strip.tsx';
import { UnprovidedPage } from '#src/shell/error-page.tsx';

/** Below 480 px a window counts as very low, and its list no longer scrolls by itself. */
const LIST_MIN_PX = 520;

/** Replaces the frame of the dashboard: the page alone, with its site, its time and "Open in console" in the header. */
export function EmbeddedFrame() {
  const { data: whoami } = useSuspenseQuery(whoamiOptions());
  const { only } = useHost();
  const view = useView();
  const main = useRef<HTMLElement>(null);
  useHeight(main, view);
  useKeys();
  usePageFocus();
  const canEdit = !isReadOnly() && view?.embed.writes.some((scope) => grants(whoami.scopes, scope)) === true;
  const hasTime = view?.embed.hasTime !== true;
  const widget = only !== null && Object.keys(view?.embed.widgets ?? {}).includes(only) ? only : null;
  const embedded = useMemo(
    (): Embedded => ({
      canEdit,
      only: widget,
      note: <Note hasTime={hasTime} isAlone={widget !== null} />,
      end: <OpenInConsole />,
    }),
    [canEdit, widget, hasTime],
  );
  return (
    <WhoamiContext value={whoami}>
      <EmbeddedContext value={embedded}>
        <div className="shell embed" data-only={widget ?? undefined}>
          <main ref={main} id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-col bg-surface">
            <SessionStrip />
            <OfflineBanner />
            <Gate>
              <Outlet />
            </Gate>
          </main>
        </div>
        <FrameParts />
      </EmbeddedContext>
    </WhoamiContext>
  );
}

/** The overlays of the pages of a frame. */
function FrameParts() {
  const navigate = useNavigate();
  useEffect(() => (isReadOnly() ? undefined : startUndo()), []);
  useIgnoredNotice();
  const openTicket = (id: bigint | string): void => void navigate({ to: '/tickets/$id', params: { id: String(id) } });
  return (
    <>
      {isReadOnly() ? null : <NewTicketHost onOpenTicket={openTicket} />}
      <ApiCallsHost />
    </>
  );
}

/** The view on screen; undefined at an address that no frame shows. */
function useView(): EmbeddableView | undefined {
  const pathname = usePathname();
  return EMBEDDABLE_VIEWS.find(
    ({ path, embed: { pages = {} } }) => path === pathname || Object.values(pages).includes(pathname),
  );
}

/** Shows a page if the service provides it. */
function Gate({ children }: { readonly children: ReactNode }) {
  const unprovided = findUnprovided(usePathname(), useWhoami());
  return unprovided === undefined ? children : <UnprovidedPage label={unprovided.label} />;
}

function useHeight(main: RefObject<HTMLElement | null>, view: EmbeddableView | undefined): void {
  const { port } = useHost();
  // A list scrolls within a height of its own, and needs one to have its rows beside a ticket.
  const isList = view?.isList === true;
  const filled = view?.embed.height ?? ANY_HEIGHT.min;
  useEffect(() => {
    if (main.current === null) return undefined;
    const limits = isList ? { min: LIST_MIN_PX, max: filled } : { ...ANY_HEIGHT, filled };
    return reportHeight(main.current, limits, (height) => port.post({ type: 'height', height }));
  }, [main, port, isList, filled]);
}

/** The keys of every page that work in a frame: no palette, no other views. */
function useKeys(): void {
  useEffect(() => startShortcuts(), []);
  useShortcut('r', () => void refreshPage(), { isFrame: true });
}

/** The site, and the age of the oldest figure. */
function Note({ hasTime, isAlone }: { readonly hasTime: boolean; readonly isAlone: boolean }) {
  const zone = useDisplayZone();
  const at = useSyncExternalStore(
    (onChange) => queryClient.getQueryCache().subscribe(onChange),
    () => oldestShown(),
  );
  const iso = at === null || !hasTime ? null : new Date(at).toISOString();
  return (
    <span data-frame-note="" className={`truncate text-12 text-ink-3 tabular-nums ${isAlone ? '' : 'max-md:hidden'}`}>
      {siteName(useWhoami())}
      {iso === null ? null : ` · ${messages.asOf(formatClockTime(iso, zone))}`}
    </span>
  );
}

/** When the oldest data on screen was loaded, in ms since 1970; whoami does not count. */
function oldestShown(): number | null {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey: [resource] }) => resource !== getWhoami.resource })
    .flatMap(({ state: { dataUpdatedAt } }) => (dataUpdatedAt === 0 ? [] : [dataUpdatedAt]));
  return times.length === 0 ? null : Math.min(...times);
}

/** The same page of the dashboard, in a tab of its own. */
function OpenInConsole() {
  const href = useLocation({ select: (location) => location.href });
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      data-frame-note="end"
      className="flex min-h-control flex-none items-center gap-1 px-2 font-medium text-accent-text no-underline hover:underline"
    >
      <span className="max-md:sr-only">{messages.open}</span>
      {/* Only frames have this one. */}
      <svg
        aria-hidden="true"
        className="block flex-none rtl:-scale-x-100"
        width="14"
        height="14"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M6.4 3H3.6a1 1 0 0 0-1 1v8.4a1 1 0 0 0 1 1H12a1 1 0 0 0 1-1V9.6M9.4 2.6h4v4M13.2 2.8 7.6 8.4" />
      </svg>
    </a>
  );
}
