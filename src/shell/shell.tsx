import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { usePathname } from '#src/browser/use-address.ts';
import { useReplaceFrame } from '#src/browser/use-replace-frame.ts';
import { refreshPage } from '#src/panels/page-frame.tsx';
import { registerShortcut, startShortcuts, useShortcut } from '#src/ui/keys/shortcuts.ts';
import { toggleSidebar, useLayout } from './layout-state.ts';
import { messages } from './messages.ts';
import { showOverlay, useOverlay } from './overlay-state.ts';
import { type InboxSlots, Sidebar } from './sidebar.tsx';
import { findUnprovided, providedOf } from './navigation.ts';
import { UnprovidedPage } from './absent-pages.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Palette } from './palette/palette.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { usePageFocus } from './page-focus.ts';
import { VIEWS } from './views.ts';
import { BottomTabs } from './bottom-tabs.tsx';

const group = messages.keys.everywhere;

/** Keys that work on every page. */
function useGlobalKeys(canCollapse: boolean): void {
  const router = useRouter();
  // A key that is pressed at what is seen counts.
  useLayoutEffect(() => startShortcuts(() => isOnTheWay(router)), [router]);
  const openPalette = () => showOverlay('palette');
  useShortcut('mod+k', openPalette, { label: messages.keys.palette, group, isFrame: true });
  useShortcut('?', () => showOverlay('keys'), { label: messages.keys.sheet, group, isFrame: true });
  useShortcut('r', () => void refreshPage(), { label: messages.refresh, group, isFrame: true });
  useShortcut('[', toggleSidebar, { label: messages.sidebar, group, when: canCollapse });
  useShortcut('/', () => focusSearch() || openPalette(), { isFrame: true });
  useGoToKeys();
}

type Router = ReturnType<typeof useRouter>;

/** Another page has been asked for, and the one before is still on screen. */
function isOnTheWay({ history, state }: Router): boolean {
  const [, page] = history.location.pathname.split('/');
  const [, shown = page] = state.resolvedLocation?.pathname.split('/') ?? [];
  return shown !== page;
}

/** A view with a search field binds `/` itself, after this; elsewhere the palette is the search. False where there is none. */
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
          // The address stays: the part behind # is nobody's here.
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
