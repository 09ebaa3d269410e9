import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useId, useLayoutEffect, useState, type KeyboardEvent } from 'react';
import { sessionState, subscribeToSession } from '#src/api/session-store.ts';
import { listCommands, type Command, type PalettePrefix } from '#src/ui/commands.ts';
import { Kbd } from '#src/ui/kbd.tsx';
import { isOnBackdrop, useModal } from '#src/ui/use-modal.ts';
import { messages } from './later-messages.ts';
import { takeTyped } from './overlay-state.ts';
import { PaletteLine } from './palette-line.tsx';
import { listPalette } from './palette-list.ts';
import { usePaletteSearch } from './use-palette-search.ts';
import { useShellCommands } from './use-shell-commands.ts';

const MOST_RECENT = 5;
// In memory: subjects of tickets are not for the browser's storage.
let recent: readonly Command[] = [];
subscribeToSession(() => {
  if (sessionState().phase === 'out') recent = [];
});

const PREFIXES: readonly PalettePrefix[] = ['>', '#', '@'];

/** Search and commands on the keyboard. The field keeps the focus; the chosen line is its active descendant. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  useShellCommands();
  const dialog = useModal();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  // Before the field can take keys itself, and once: what was typed until now comes first, and is drawn before the
  // field has the focus.
  useLayoutEffect(() => setTyped((text) => takeTyped() + text), []);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const prefix = PREFIXES.find((sign) => typed.startsWith(sign)) ?? null;
  const typedText = typed.slice(prefix === null ? 0 : 1).trim();
  const text = useDeferredValue(typedText);
  const { found, searching } = usePaletteSearch(text, prefix);
  const commands = listCommands();
  const sections = listPalette({ text, prefix, commands, found: found.commands, recent });
  const all = sections.flatMap((section) => section.commands);
  // A choice made by hand holds while the line exists; otherwise it is the first one.
  const chosen = all.find((command) => command.id === chosenId) ?? all[0];
  const context = commands.find((command) => command.context !== undefined)?.context;
  const texts = messages.palette;

  function run(command: Command, newTab: boolean): void {
    recent = [command, ...recent.filter((item) => item.id !== command.id)].slice(0, MOST_RECENT);
    onClose();
    if (command.href === undefined) return command.run?.();
    if (newTab) open(command.href, '_blank', 'noopener');
    else void navigate({ href: command.href });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const at = chosen === undefined ? -1 : all.indexOf(chosen);
    // The list may be a moment behind what is typed; a quick Enter means what is typed.
    const isBehind = text !== typedText;
    const meant = isBehind
      ? listPalette({ text: typedText, prefix, commands, found: [], recent })[0]?.commands[0]
      : chosen;
    const to = (index: number) => setChosenId(all[(index + all.length) % all.length]?.id ?? null);
    if (event.key === 'ArrowDown') to(at + 1);
    else if (event.key === 'ArrowUp') to(at - 1);
    else if (event.key === 'Enter' && meant !== undefined) run(meant, event.ctrlKey || event.metaKey);
    else if (event.key === 'k' && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
  }

  const nothing = (text !== '' || prefix === '@') && all.length === 0 && !searching;
  const emptyText = found.failed ? texts.failed : prefix === '@' ? texts.wholeAddress : texts.empty(text);
  return (
    <dialog
      ref={dialog}
      aria-label={texts.title}
      className="appear fixed inset-0 mx-auto mt-2 mb-auto max-h-[calc(100dvh-16px)] w-[600px] max-w-[calc(100vw-16px)] flex-col overflow-hidden rounded-dialog border border-transparent bg-raised p-0 text-13 text-ink shadow-2 backdrop:bg-scrim open:flex md:mt-[min(120px,12dvh)] md:max-h-[min(560px,76dvh)]"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => isOnBackdrop(event) && onClose()}
    >
      <div className="flex min-h-12 flex-none items-center gap-2 border-b border-line px-3.5">
        {context === undefined ? null : (
          <span className="rounded-chip bg-accent-tint px-[7px] text-12 font-medium text-accent-text">{context}</span>
        )}
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-label={texts.title}
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.id}`}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={texts.placeholder}
          className="min-h-10 min-w-0 flex-1 bg-transparent text-[max(14px,var(--fs-input,0px))] outline-none"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosenId(null);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="hit relative min-h-6 min-w-6 text-12 text-ink-3" onClick={onClose}>
          <span className="sr-only">{texts.close}</span>
          <Kbd keys="escape" />
          <span aria-hidden="true" className="hidden pointer-coarse:inline">
            {texts.close}
          </span>
        </button>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={texts.title} className="pane flex-1 p-1.5" tabIndex={-1}>
        {sections.map((section) => (
          <div key={section.key} role="group" aria-labelledby={`${id}-group-${section.key}`}>
            <div id={`${id}-group-${section.key}`} className="px-2.5 pt-2.5 pb-1 text-11 font-medium text-ink-3">
              {texts.groups[section.key]}
            </div>
            {section.commands.map((command) => (
              <PaletteLine
                key={command.id}
                id={`${id}-${command.id}`}
                command={command}
                typed={text}
                chosen={command === chosen}
                onChoose={() => setChosenId(command.id)}
                onRun={(newTab) => run(command, newTab)}
              />
            ))}
          </div>
        ))}
      </div>
      {nothing ? <p className="px-4 pt-1 pb-4 text-ink-3">{emptyText}</p> : null}
      <p role="status" className="sr-only">
        {searching ? texts.searching : nothing ? emptyText : texts.results(all.length)}
      </p>
      <footer className="flex min-h-9 flex-none flex-wrap items-center gap-x-4 border-t border-line px-3.5 text-12 text-ink-3 max-md:hidden">
        <span className="inline-flex items-center gap-1">
          <Kbd keys="arrowup arrowdown" /> {texts.move}
        </span>
        <span className="inline-flex items-center gap-1">
          <Kbd keys="enter" /> {texts.run}
        </span>
        <span className="inline-flex items-center gap-1">
          <Kbd keys="mod+enter" /> {texts.newTab}
        </span>
        <span className="ms-auto">
          <b className="font-medium text-ink-2">&gt;</b> {texts.commands} <b className="font-medium text-ink-2">@</b>{' '}
          {texts.customers} <b className="font-medium text-ink-2">#</b> {texts.tickets}
        </span>
      </footer>
    </dialog>
  );
}
