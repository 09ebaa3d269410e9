import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { signOut } from '#src/api/session.ts';
import { registerCommand, type Command } from '#src/ui/commands.ts';
import { startShortcuts, useShortcut } from '#src/ui/shortcuts.ts';
import { toggleSidebar } from './layout-state.ts';
import { messages } from './messages.ts';
import { preloadPalette, showOverlay } from './overlay-state.ts';
import { PAGES, type Page } from './pages.ts';
import { setPreferences, startPreferences, usePreferences } from '#src/ui/preferences.ts';
import { refresh } from './refresh.ts';

const group = messages.keys.everywhere;

/** Keys and commands that work on every page. */
export function useGlobalKeys(canCollapse: boolean): void {
  useEffect(startShortcuts, []);
  useEffect(startPreferences, []);
  useShortcut('mod+k', () => showOverlay('palette'), { label: messages.keys.palette, group });
  useShortcut('?', () => showOverlay('keys'), { label: messages.keys.sheet, group });
  useShortcut('r', () => void refresh(), { label: messages.refresh, group });
  useShortcut('[', toggleSidebar, { label: messages.sidebar, group, when: canCollapse });
  useShortcut('/', focusSearch);
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
  const go = (page: Page) => void navigate({ to: page.to });
  const label = (page: Page) => ({ label: messages.keys.goTo(page.label), group });
  // Hooks in a fixed order: the pages are constant.
  for (const page of PAGES) useShortcut(page.keys, () => go(page), label(page));
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
      ...(theme === 'system' ? [] : [setting('system', texts.system, 'screen', () => setPreferences({ theme: 'system' }))]),
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
