import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { usePathname } from '#src/browser/use-address.ts';
import { useReplaceFrame } from '#src/browser/use-replace-frame.ts';
import { refreshPage } from '#src/panels/page-frame.tsx';
import { registerShortcut, startShortcuts, useShortcut } from '#src/ui/keys/shortcuts.ts';
import { messages } from './messages.ts';
import { showOverlay, toggleSidebar, useLayout, useOverlay } from './shell-state.ts';
import { type InboxSlots, Sidebar } from './sidebar.tsx';
import { findUnprovided, providedOf } from './navigation.ts';
import { UnprovidedPage } from './error-page.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Palette } from './palette/palette.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { usePageFocus } from './page-effects.ts';
import { VIEWS } from './views.ts';
import { BottomTabs } from './bottom-tabs.tsx';

const group = messages.keys.everywhere;

/** Keys that work on every page. */
function useGlobalKeys(canCollapse: boolean): void {
  const { history } = useRouter();
  const drawn = useDrawnPage();
  // A layout effect, so that keys work from the first paint on.
  useLayoutEffect(() => startShortcuts(() => pageOf(history.location) !== drawn.current), [history, drawn]);
  const openPalette = () => showOverlay('palette');
  useShortcut('mod+k', openPalette, { label: messages.keys.palette, group, isFrame: true });
  useShortcut('?', () => showOverlay('keys'), { label: messages.keys.sheet, group, isFrame: true });
  useShortcut('r', () => void refreshPage(), { label: messages.refresh, group, isFrame: true });
  useShortcut('[', toggleSidebar, { label: messages.sidebar, group, when: canCollapse });
  useShortcut('/', () => focusSearch() || openPalette(), { isFrame: true });
  useGoToKeys();
}

function pageOf({ pathname }: { readonly pathname: string }): string {
  return pathname.split('/')[1] ?? '';
}

/** The page on screen, while the address may already name the next one. It changes with the page's own keys. */
function useDrawnPage(): RefObject<string> {
  const page = useRouterState({ select: ({ matches }) => pageOf(matches.at(-1) ?? { pathname: '' }) });
  const drawn = useRef(page);
  useLayoutEffect(() => {
    drawn.current = page;
  });
  return drawn;
}

/** False if the page has no search field; then the palette is the search. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>('main input[type="search"], main [role="searchbox"]');
  field?.focus();
  return field !== null;
}

function useGoToKeys(): void {
  const navigate = useNavigate();
  const whoami = useWhoami();
  useEffect(() => {
    const undo = providedOf(VIEWS, whoami).map(({ goKeys, label, path }) =>
      registerShortcut({
        keys: goKeys,
        label: messages.keys.goTo(label),
        group,
        isFrame: true,
        run: () => void navigate({ to: path }),
      }),
    );
    return () => {
      for (const unregister of undo) unregister();
    };
  }, [navigate, whoami]);
}

/** Shows a page if the service provides it, by its `view.ts`. */
export function ViewGate({ children }: { readonly children: ReactNode }) {
  const pathname = usePathname();
  const page = findUnprovided(pathname, useWhoami());
  return page === undefined ? children : <UnprovidedPage label={page.label} />;
}

/** The palette or the sheet of keys, when one of them is open. */
function Overlays() {
  const overlay = useOverlay();
  const close = () => showOverlay(null);
  return (
    <>
      {overlay === 'palette' ? <Palette onClose={close} /> : null}
      {overlay === 'keys' ? <ShortcutSheet onClose={close} /> : null}
    </>
  );
}

interface ShellProps {
  readonly inbox?: InboxSlots;
  readonly children: ReactNode;
}

/** The frame of every signed-in page: sidebar, rail or bottom tabs, banner, palette and sheet of keys. */
export function Shell({ inbox, children }: ShellProps) {
  const { layout, canCollapse } = useLayout();
  useReplaceFrame();
  useGlobalKeys(canCollapse);
  usePageFocus();
  return (
    <div className="shell" data-sidebar={layout === 'full' ? '' : undefined}>
      <a
        href="#main"
        className="fixed start-2 top-2 z-toast -translate-y-16 rounded-control bg-accent px-3 py-1.5 font-medium text-accent-on focus:translate-y-0"
        onClick={(event) => {
          // Keeps the address without a fragment.
          event.preventDefault();
          document.querySelector<HTMLElement>('#main')?.focus();
        }}
      >
        {messages.skip}
      </a>
      {layout === 'phone' ? null : <Sidebar rail={layout === 'rail'} inbox={inbox} />}
      <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-col bg-surface">
        <OfflineBanner />
        {children}
      </main>
      {layout === 'phone' ? <BottomTabs /> : null}
      <Overlays />
    </div>
  );
}

/** The frame of `/health?wall=1`: the page alone, in large type. */
export function WallShell({ children }: { readonly children: ReactNode }) {
  useReplaceFrame();
  useLayoutEffect(() => startShortcuts(() => false), []);
  return (
    <main id="main" tabIndex={-1} className="flex h-dvh flex-col bg-surface md:h-[calc(100dvh/1.5)] md:[zoom:1.5]">
      <OfflineBanner />
      {children}
    </main>
  );
}
