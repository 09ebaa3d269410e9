import { useLayoutEffect, useState } from 'react';
import { signOut } from '#src/sign-in/session-acts.ts';
import { registerCommand, type Command } from '#src/ui/keys/commands.ts';
import { setPreferences, usePreferences } from '#src/ui/preferences.ts';
import { messages as own } from './palette-messages.ts';
import { messages } from '#src/shell/messages.ts';
import { showOverlay } from '#src/shell/overlay-state.ts';
import { PAGES } from '#src/shell/pages.ts';
import { refresh } from '#src/shell/refresh.ts';

/** What the palette offers on every page. */
export function useShellCommands(): void {
  const { theme, density, letterKeys } = usePreferences();
  // The list is read while rendering: once more when they are in it, before anything is painted.
  const [, readAgain] = useState(0);
  useLayoutEffect(() => {
    const texts = own.commands;
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
      { ...setting('keys', texts.shortcuts, 'keyboard', () => showOverlay('keys')), kbd: '?' },
      { ...setting('refresh', messages.refresh, 'refresh', () => void refresh()), kbd: 'r' },
      setting('sign-out', texts.signOut, 'sign-out', () => void signOut()),
    ];
    const undo = commands.map(registerCommand);
    readAgain((n) => n + 1);
    return () => {
      for (const unregister of undo) unregister();
    };
  }, [theme, density, letterKeys]);
}

function setting(id: string, label: string, icon: NonNullable<Command['icon']>, run: () => void): Command {
  return { id, group: 'settings', label, icon, run };
}
