import { Fragment, useDeferredValue } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { keyLabels, isCharacterKeys } from '#src/ui/keys/key-stroke.ts';
import { useShortcuts, type Shortcut } from '#src/ui/keys/shortcuts.ts';
import { messages } from './messages.ts';
import { setPreferences, usePreferences } from '#src/ui/preferences.ts';

/** The keys that work on this page now, by group; the group that was registered last comes first. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { letterKeys } = usePreferences();
  const { everywhere } = messages.keys;
  // The sheet is painted first, and its lines after it.
  const hasLines = useDeferredValue(true, false);
  const groups = Map.groupBy(useShortcuts(), (shortcut) => shortcut.group ?? everywhere);
  const ordered = [...groups].toSorted(([a], [b]) => Number(a === everywhere) - Number(b === everywhere));
  return (
    <Dialog
      title={messages.sheet.title}
      onClose={onClose}
      className="md:w-[560px]"
      footer={
        <>
          <span className="me-auto text-12 text-ink-3">{letterKeys ? messages.sheet.on : messages.sheet.off}</span>
          <Button onClick={() => setPreferences({ letterKeys: !letterKeys })}>
            {letterKeys ? messages.sheet.turnOff : messages.sheet.turnOn}
          </Button>
        </>
      }
    >
      {/* Begins at the list: an Enter behind the key that opened it must not press the button below. */}
      <div data-autofocus="" tabIndex={-1} className="outline-none">
        {(hasLines ? ordered : []).map(([group, shortcuts]) => (
          <section key={group} className="mb-4">
            <h3 className="mb-1 text-12 font-medium text-ink-3">{group}</h3>
            <dl>
              {unique(shortcuts).map((shortcut) => (
                <div key={shortcut.keys} className="flex min-h-8 items-center gap-2 border-b border-line">
                  <dt
                    className={`min-w-0 flex-1 ${!letterKeys && isCharacterKeys(shortcut.keys) ? 'text-ink-3 line-through' : ''}`}
                  >
                    {shortcut.label}
                  </dt>
                  <dd>
                    <span className="sr-only">
                      {keyLabels(shortcut.keys).map((label, index) => (
                        <Fragment key={index}>
                          {index > 0 ? ` ${messages.sheet.then} ` : null}
                          <kbd>{label}</kbd>
                        </Fragment>
                      ))}
                    </span>
                    <Kbd keys={shortcut.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** The later binding of a key counts. */
function unique(shortcuts: readonly Shortcut[]): readonly Shortcut[] {
  return [...new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut])).values()];
}
