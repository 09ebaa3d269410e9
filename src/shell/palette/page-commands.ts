import { useRouter } from '@tanstack/react-router';
import { type Provided, useWhoami } from '#src/api/whoami.ts';
import { useMissingScope, type RequiredScope } from '#src/api/write-access.ts';
import { profileOf } from '#src/inbox/profile.ts';
import { foldersOf } from '#src/inbox/folders.ts';
import { messages as inbox } from '#src/inbox/messages.ts';
import { useViewLinks } from '#src/inbox/saved-views/saved-views.tsx';
import { refreshPage } from '#src/panels/page-frame.tsx';
import type { View } from '#src/panels/view-type.ts';
import { messages } from '#src/shell/messages.ts';
import { showOverlay } from '#src/shell/shell-state.ts';
import { providedOf } from '#src/shell/navigation.ts';
import { VIEWS } from '#src/shell/views.ts';
import { askToSignOut } from '#src/sign-in/session-acts.ts';
import type { Command } from '#src/ui/keys/commands.ts';
import { setPreferences, usePreferences } from '#src/ui/preferences.ts';
import { messages as own } from './palette-messages.ts';

/** Every place to go to: pages, folders and saved views of the inbox, pages of the settings. */
export function useGoCommands(): readonly Command[] {
  const router = useRouter();
  const whoami = useWhoami();
  const folders = foldersOf(profileOf(whoami));
  const views = useViewLinks(null);
  const { goTo } = messages.keys;
  const list = (search: object): string => router.buildLocation({ to: '/inbox', search }).href;
  const texts = own.palette;
  const missingScope = useMissingScope();
  return [
    ...viewCommands(whoami, missingScope),
    ...folders.map(({ key, search }) =>
      go(`folder-${key}`, goTo(inbox.folder[key]), list(search), { note: inbox.title, icon: 'inbox', oneOf: 'folder' }),
    ),
    ...views.map(({ key, label, search }) =>
      go(`view-${key}`, goTo(label), list(search), { note: texts.savedView, icon: 'eye', oneOf: 'view' }),
    ),
  ];
}

/** Each view that this service provides, then the places below them. */
export function viewCommands(
  whoami: Provided,
  missingScope: (scope: RequiredScope) => string | undefined,
): readonly Command[] {
  const { goTo } = messages.keys;
  const views = providedOf(VIEWS, whoami);
  const placesOf = ({ id, label: note, icon, places = [] }: View): readonly Command[] =>
    providedOf(places, whoami).map((place) =>
      go(`${id}-${place.key}`, place.icon === undefined ? goTo(place.label) : place.label, place.path, {
        ...(place.icon === undefined ? { note } : {}),
        icon: place.icon ?? icon,
        ...(place.isVerb === true ? { runs: `${id}-${place.key}` } : {}),
        keywords: place.icon === 'download' ? `${place.keywords ?? ''} ${own.fileWords}` : place.keywords,
        ...(place.isListed === true ? {} : { oneOf: id }),
        ...withReason(place.scope === undefined ? undefined : missingScope(place.scope)),
      }),
    );
  return [
    ...views.map(({ id, label, icon, goKeys, path, keywords }) =>
      go(`go-${id}`, goTo(label), path, { icon, kbd: goKeys, ...(keywords === undefined ? {} : { keywords }) }),
    ),
    ...views.flatMap(placesOf),
  ];
}

/** Commands that a page offers by the name that they have in `view.ts` get their words from there. */
export function withWords(offered: readonly Command[], places: readonly Command[]): readonly Command[] {
  return offered.flatMap((command) => {
    if (command.label !== '') return [command];
    const place = places.find(({ runs }) => runs === command.id);
    return place === undefined ? [] : [{ ...command, label: place.label, icon: place.icon, keywords: place.keywords }];
  });
}

function go(id: string, label: string, href: string, more: Partial<Command>): Command {
  return { id, group: 'go', label, href, ...more };
}

function withReason(reason: string | undefined): Partial<Command> {
  return reason === undefined ? {} : { disabledReason: reason };
}

const THEME_ICONS = { light: 'sun', dark: 'moon', system: 'screen' } as const;

/** Settings that profile be changed on every page. */
export function useSettingsCommands(): readonly Command[] {
  const { theme, density, letterKeys } = usePreferences();
  const texts = own.commands;
  const otherDensity = density === 'compact' ? 'comfortable' : 'compact';
  return [
    ...(['light', 'dark', 'system'] as const)
      .filter((id) => id !== theme)
      .map((id) => setting(id, texts[id], THEME_ICONS[id], () => setPreferences({ theme: id }))),
    setting(otherDensity, texts[otherDensity], 'rows', () => setPreferences({ density: otherDensity })),
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
