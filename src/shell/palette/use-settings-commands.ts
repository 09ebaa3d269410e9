import { askToSignOut } from '#src/sign-in/session-acts.ts';
import type { Command } from '#src/ui/keys/commands.ts';
import { setPreferences, usePreferences } from '#src/ui/preferences.ts';
import { messages } from '#src/shell/messages.ts';
import { showOverlay } from '#src/shell/overlay-state.ts';
import { refreshPage } from '#src/panels/page-frame.tsx';
import { messages as own } from './palette-messages.ts';

/** Settings that can be changed on every page. */
export function useSettingsCommands(): readonly Command[] {
  const { theme, density, letterKeys } = usePreferences();
  const texts = own.commands;
  const themes = [
    setting('light', texts.light, 'sun', () => setPreferences({ theme: 'light' })),
    setting('dark', texts.dark, 'moon', () => setPreferences({ theme: 'dark' })),
    setting('system', texts.system, 'screen', () => setPreferences({ theme: 'system' })),
  ];
  return [
    ...themes.filter(({ id }) => id !== theme),
    density === 'compact'
      ? setting('comfortable', texts.comfortable, 'rows', () => setPreferences({ density: 'comfortable' }))
      : setting('compact', texts.compact, 'rows', () => setPreferences({ density: 'compact' })),
    setting('letters', letterKeys ? texts.lettersOff : texts.lettersOn, 'keyboard', () =>
      setPreferences({ letterKeys: !letterKeys }),
    ),
    { ...setting('keys', texts.shortcuts, 'keyboard', () => showOverlay('keys')), kbd: '?' },
    { ...setting('refresh', messages.refresh, 'refresh', () => void refreshPage()), kbd: 'r' },
    setting('sign-out', texts.signOut, 'sign-out', askToSignOut),
  ];
}

function setting(id: string, label: string, icon: NonNullable<Command['icon']>, run: () => void): Command {
  return { id, group: 'settings', label, icon, run };
}
