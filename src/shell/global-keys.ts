import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { registerShortcut, startShortcuts, useShortcut } from '#src/ui/keys/shortcuts.ts';
import { toggleSidebar } from './layout-state.ts';
import { messages } from './messages.ts';
import { showOverlay } from './overlay-state.ts';
import { PalettePart } from './palette/palette-part.ts';
import { providedOf, VIEWS } from './views.ts';
import { refreshPage } from '#src/panels/page-frame.tsx';

const group = messages.keys.everywhere;

/** Keys that work on every page. */
export function useGlobalKeys(canCollapse: boolean): void {
  useEffect(startShortcuts, []);
  useShortcut('mod+k', () => showOverlay('palette'), { label: messages.keys.palette, group });
  useShortcut('?', () => showOverlay('keys'), { label: messages.keys.sheet, group });
  useShortcut('r', () => void refreshPage(), { label: messages.refresh, group, isFrame: true });
  useShortcut('[', toggleSidebar, { label: messages.sidebar, group, when: canCollapse });
  useShortcut('/', focusSearch, { isFrame: true });
  useGoToKeys();
  useEffect(() => {
    const warm = (event: KeyboardEvent) => (event.key === 'Meta' || event.key === 'Control') && PalettePart.preload();
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
  const whoami = useWhoami();
  useEffect(() => {
    const undo = providedOf(VIEWS, whoami).map(({ goKeys, label, path }) =>
      registerShortcut({
        keys: goKeys,
        label: messages.keys.goTo(label),
        group,
        run: () => void navigate({ to: path }),
      }),
    );
    return () => {
      for (const unregister of undo) unregister();
    };
  }, [navigate, whoami]);
}
