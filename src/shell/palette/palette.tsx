import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useLayoutEffect, useState } from 'react';
import { useCombobox } from '#src/ui/combobox/use-combobox.ts';
import { useCommands, type Command, type PalettePrefix } from '#src/ui/keys/commands.ts';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { isOnBackdrop, useModal } from '#src/ui/overlay/use-modal.ts';
import { messages } from './palette-messages.ts';
import { takeTyped } from '#src/shell/overlay-state.ts';
import { PaletteLine } from './palette-line.tsx';
import { listPalette } from './palette-list.ts';
import { addRecentCommand, useRecentCommands } from './recent-commands.ts';
import { usePaletteSearch } from './use-palette-search.ts';
import { useShellCommands } from './use-shell-commands.ts';

const PREFIXES: readonly PalettePrefix[] = ['>', '#', '@'];

/** Search and commands on the keyboard. The field keeps the focus; the chosen line is its active descendant. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  useShellCommands();
  const dialog = useModal();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  // Before the field can take keys itself, and once: what was typed until now comes first, and is drawn before the
  // field has the focus.
  useLayoutEffect(() => setTyped((text) => takeTyped() + text), []);
  const prefix = PREFIXES.find((sign) => typed.startsWith(sign)) ?? null;
  const typedText = typed.slice(prefix === null ? 0 : 1).trim();
  const text = useDeferredValue(typedText);
  const { found, searching } = usePaletteSearch(text, prefix);
  const recent = useRecentCommands();
  const commands = useCommands();
  const sections = listPalette({ text, prefix, commands, found: found.commands, recent });
  const all = sections.flatMap((section) => section.commands);
  const context = commands.find((command) => command.context !== undefined)?.context;
  const texts = messages.palette;

  function run(command: Command, newTab: boolean): void {
    addRecentCommand(command);
    onClose();
    if (command.href === undefined) return command.run?.();
    if (newTab) open(command.href, '_blank', 'noopener');
    else void navigate({ href: command.href });
  }

  const combobox = useCombobox({
    options: all,
    keyOf: (command) => command.id,
    text: typed,
    onText: setTyped,
    // The list may be a moment behind what is typed; a quick Enter means what is typed.
    isLoading: text !== typedText,
    onChoose: (command) => run(command, false),
    onChooseModified: (command) => run(command, true),
    onKey: (event) => {
      const isClosing = event.key === 'k' && (event.ctrlKey || event.metaKey);
      if (isClosing) onClose();
      return isClosing;
    },
  });

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
          aria-label={texts.title}
          enterKeyHint="go"
          placeholder={texts.placeholder}
          className="min-h-10 min-w-0 flex-1 bg-transparent text-[max(14px,var(--fs-input,0px))] outline-none"
          {...combobox.inputProps}
        />
        <button type="button" className="hit relative min-h-6 min-w-6 text-12 text-ink-3" onClick={onClose}>
          <span className="sr-only">{texts.close}</span>
          <Kbd keys="escape" />
          <span aria-hidden="true" className="hidden pointer-coarse:inline">
            {texts.close}
          </span>
        </button>
      </div>
      <div aria-label={texts.title} className="pane flex-1 p-1.5" tabIndex={-1} {...combobox.listboxProps}>
        {sections.map((section) => {
          const { group, heading } = combobox.groupProps(section.key);
          return (
            <div key={section.key} {...group}>
              <div className="px-2.5 pt-2.5 pb-1 text-11 font-medium text-ink-3" {...heading}>
                {texts.groups[section.key]}
              </div>
              {section.commands.map((command) => (
                <PaletteLine
                  key={command.id}
                  command={command}
                  typed={text}
                  isActive={command === combobox.active}
                  option={combobox.optionProps(command)}
                />
              ))}
            </div>
          );
        })}
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
