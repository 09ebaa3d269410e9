import { useEffect, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { startShortcuts, useShortcut } from '#src/ui/keys/shortcuts.ts';
import { setPreferences, usePreferences } from '#src/ui/preferences.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { messages } from './messages.ts';

const SHOWN_MS = 6_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** One bar, for as long as somebody is at the board: its theme, and the way out. */
export function WallControls({ onLeave }: { readonly onLeave: () => void }) {
  const [isShown, setShown] = useState(false);
  const { theme } = usePreferences();
  useEffect(() => startShortcuts(), []);
  useShortcut('escape', onLeave);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      setShown(true);
      clearTimeout(timer);
      timer = setTimeout(() => setShown(false), SHOWN_MS);
    };
    for (const sign of SIGNS) addEventListener(sign, show, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) removeEventListener(sign, show);
    };
  }, []);
  if (!isShown) return null;
  return (
    <div
      role="toolbar"
      aria-label={messages.controls}
      className="fixed inset-x-0 bottom-4 z-sticky mx-auto flex w-fit items-center gap-3 rounded-dialog bg-raised px-3 py-2 shadow-1"
    >
      <Segmented
        label={messages.theme}
        value={theme}
        options={[
          { value: 'system', label: messages.system, icon: 'screen' },
          { value: 'light', label: messages.light, icon: 'sun' },
          { value: 'dark', label: messages.dark, icon: 'moon' },
        ]}
        onChange={(value) => setPreferences({ theme: value })}
      />
      <Button kbd="escape" onClick={onLeave}>
        {messages.leave}
      </Button>
    </div>
  );
}
