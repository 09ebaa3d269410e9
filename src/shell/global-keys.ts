import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { signOut } from '#src/api/session.ts';
import { registerCommand, type Command } from '#src/ui/commands.ts';
import { registerShortcut, startShortcuts, useShortcut } from '#src/ui/shortcuts.ts';
import { toggleSidebar } from './layout-state.ts';
import { messages } from './messages.ts';
import { showOverlay } from './overlay-state.ts';
import { preloadPalette } from './preload-palette.ts';
import { PAGES } from './pages.ts';
import { setPreferences, startPreferences, usePreferences } from '#src/ui/preferences.ts';
import { refresh } from './refresh.ts';

const group = messages.keys.everywhere;

/** Keys and commands that work on every page. */
export function useGlobalKeys(canCollapse: boolean): void {
  useEffect(startShortcuts, []);
  useEffect(startPreferences, []);
  useShortcut('mod+k', () => showOverlay('palette'), { label: messages.keys.palette, group });
  useShortcut('?', () => showOverlay('keys'), { label: messages.keys.sheet, group });
  useShortcut('r', () => void refresh(), { label: messages.refresh, group, isFrame: true });
  useShortcut('[', toggleSidebar, { label: messages.sidebar, group, when: canCollapse });
  useShortcut('/', focusSearch, { isFrame: true });
  useGoToKeys();
  useCommands();
  useEffect(() => {
    const warm = (event: KeyboardEvent) => (event.key === 'Meta' || event.key === 'Control') && preloadPalette();
    addEventListener('keydown', warm);
    return () => removeEventListener('keydown', warm);
  }, []);
}

/** A view with a search field binds `/` itself, after this; elsewhere the palette is the search. */
function focusSearch(): void {
  const field = document.querySelector<HTMLElement>('main input[type="search"], main [role="searchbox"]');
  if (field === null) showOverlay('palette');
  else field.focus();
}

function useGoToKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const undo = PAGES.map(({ keys, label, to }) =>
      registerShortcut({ keys, label: messages.keys.goTo(label), group, run: () => void navigate({ to }) }),
    );
    return () => {
      for (const unregister of undo) unregister();
    };
  }, [navigate]);
}

function useCommands(): void {
  const { theme, density, letterKeys } = usePreferences();
  useEffect(() => {
    const texts = messages.commands;
    const commands: readonly Command[] = [
      ...PAGES.map((page) => ({
        id: `go-${page.id}`,
        group: 'go' as const,
        label: messages.keys.goTo(page.label),
        icon: page.icon,
        kbd: page.keys,
        href: page.to,
      })),
      ...(theme === 'light' ? [] : [setting('light', texts.light, 'sun', () => setPreferences({ theme: 'light' }))]),
      ...(theme === 'dark' ? [] : [setting('dark', texts.dark, 'moon', () => setPreferences({ theme: 'dark' }))]),
      ...(theme === 'system'
        ? []
        : [setting('system', texts.system, 'screen', () => setPreferences({ theme: 'system' }))]),
      density === 'compact'
        ? setting('comfortable', texts.comfortable, 'rows', () => setPreferences({ density: 'comfortable' }))
        : setting('compact', texts.compact, 'rows', () => setPreferences({ density: 'compact' })),
      setting('letters', letterKeys ? texts.lettersOff : texts.lettersOn, 'keyboard', () =>
        setPreferences({ letterKeys: !letterKeys }),
      ),
      { ...setting('keys', messages.site.shortcuts, 'keyboard', () => showOverlay('keys')), kbd: '?' },
      { ...setting('refresh', messages.refresh, 'refresh', () => void refresh()), kbd: 'r' },
      setting('sign-out', texts.signOut, 'sign-out', () => void signOut()),
    ];
    const undo = commands.map(registerCommand);
    return () => {
      for (const unregister of undo) unregister();
    };
  }, [theme, density, letterKeys]);
}

function setting(id: string, label: string, icon: NonNullable<Command['icon']>, run: () => void): Command {
  return { id, group: 'settings', label, icon, run };
}
