import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { createAtom, useSelector } from '@tanstack/react-store';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { sessionAtom } from '#src/session/session-store.ts';
import { useUndoCommands } from '#src/bulk-edit/undo-earlier.tsx';
import { useCombobox } from '#src/ui/combobox/use-combobox.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { runOnceOffered, useCommands, type Command } from '#src/ui/keys/commands.ts';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { useModal } from '#src/ui/overlay/use-modal.ts';
import { listPalette, markMatches, PREFIXES, type PaletteSection } from './palette-list.ts';
import { messages } from './palette-messages.ts';
import { missingLetters, usePaletteSearch } from './palette-search.tsx';
import { useGoCommands, useSettingsCommands, withWords } from './page-commands.ts';
import { useTicketCommands } from './ticket-commands.tsx';

const MAX_RECENT = 5;
// In memory: subjects of tickets must not get into the browser's storage.
const recent = createAtom<readonly Command[]>([]);
let isFollowing = false;

function useRecentCommands(): readonly Command[] {
  return useSelector(recent);
}

function addRecentCommand(command: Command): void {
  forgetAfterSignOut();
  recent.set((before) => [command, ...before.filter(({ id }) => id !== command.id)].slice(0, MAX_RECENT));
}

/** Removes a command whose object was deleted. */
export function dropRecentCommand(id: string): void {
  recent.set((before) => before.filter((command) => command.id !== id));
}

/** The next person begins with none. */
function forgetAfterSignOut(): void {
  if (isFollowing) return;
  isFollowing = true;
  sessionAtom.subscribe(({ phase }) => {
    if (phase === 'out') recent.set([]);
  });
}

interface PaletteLineProps {
  readonly command: Command;
  readonly typed: string;
  readonly isActive: boolean;
  /** Attributes that make it an option of the list. */
  readonly option: ComponentProps<'div'>;
}

function Marked({ text, typed }: { readonly text: string; readonly typed: string }) {
  return markMatches(text, typed).map((piece, index) =>
    piece.hit ? (
      <b key={index} className="font-semibold text-accent-text">
        {piece.text}
      </b>
    ) : (
      piece.text
    ),
  );
}

/** One line of the palette. One that cannot be run says why, in the place of its note. */
function PaletteLine({ command, typed, isActive, option }: PaletteLineProps) {
  const { disabledReason } = command;
  const note = disabledReason ?? command.note;
  return (
    <div
      {...option}
      aria-disabled={disabledReason === undefined ? undefined : true}
      className={`flex min-h-[34px] cursor-pointer items-center gap-x-2.5 rounded-control px-2 pointer-coarse:min-h-11 ${isActive ? 'bg-selected forced-colors:outline-2 forced-colors:-outline-offset-2' : ''} ${disabledReason === undefined ? '' : 'flex-wrap'}`}
    >
      {/* The status of a ticket is said by its glyph alone. */}
      <span aria-hidden={command.group !== 'tickets'} className="grid w-5 flex-none place-items-center text-ink-2">
        {command.glyph ?? <Icon name={command.icon ?? 'forward'} />}
      </span>
      <span dir="auto" className={`min-w-0 truncate ${disabledReason === undefined ? '' : 'text-ink-3'}`}>
        <Marked text={command.label} typed={typed} />
      </span>
      {note === undefined ? null : (
        <span
          dir="auto"
          // The label first, where there is room for one of them.
          className={`min-w-0 text-12 text-ink-3 ${disabledReason === undefined ? 'flex-[0_99_auto] truncate' : 'max-md:basis-full max-md:ps-[30px] max-md:pb-1'}`}
        >
          <Marked text={note} typed={disabledReason === undefined ? typed : ''} />
        </span>
      )}
      {command.kbd === undefined || disabledReason !== undefined ? null : (
        <span className="ms-auto">
          <Kbd keys={command.kbd} />
        </span>
      )}
    </div>
  );
}

/** The keys of the palette; fingers have none. */
function PaletteFoot() {
  const texts = messages.palette;
  return (
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
  );
}

interface Drawn {
  readonly sections: readonly PaletteSection[];
  /** The text that they match. */
  readonly text: string;
}

const NOTHING_DRAWN: Drawn = { sections: [], text: '' };

/** Search and commands on the keyboard. The field keeps the focus; the chosen line is its active descendant. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const dialog = useModal();
  const navigate = useNavigate();
  const hasTools = isWholeService(useWhoami());
  const [typed, setTyped] = useState('');
  const prefix = PREFIXES.find((sign) => typed.startsWith(sign)) ?? null;
  const text = typed.slice(prefix === null ? 0 : 1).trim();
  const { found, hasFailed, isSearching } = usePaletteSearch(text, prefix, hasTools);
  const recent = useRecentCommands();
  const ticket = useTicketCommands();
  const places = useGoCommands();
  const offered = withWords(useCommands(), places);
  // The open page offers its own commands.
  const goCommands = places.filter(({ runs }) => offered.every(({ id }) => id !== runs));
  const commands = [...ticket.commands, ...goCommands, ...offered, ...useUndoCommands(), ...useSettingsCommands()];
  const sections = listPalette({ text, prefix, commands, found, recent });
  // Keys use the current list; the field is painted first, and its lines after it.
  const all = sections.flatMap((section) => section.commands);
  const drawn = useDeferredValue({ sections, text }, NOTHING_DRAWN);
  const texts = messages.palette;
  /** Why the chosen line cannot be run. */
  const [refusal, setRefusal] = useState('');

  function run(command: Command, newTab: boolean): void {
    if (command.disabledReason !== undefined) return setRefusal(command.disabledReason);
    addRecentCommand(command);
    // Restores the focus first, so that the command can move it and the next key goes there.
    flushSync(onClose);
    if (command.href === undefined) return flushSync(() => command.run?.());
    if (newTab) open(command.href, '_blank', 'noopener');
    else
      void navigate({ href: command.href }).then(() =>
        command.runs === undefined ? null : runOnceOffered(command.runs),
      );
  }

  const combobox = useCombobox({
    options: all,
    keyOf: (command) => command.id,
    text: typed,
    onText: (next) => {
      setTyped(next);
      setRefusal('');
    },
    // While nothing fits, Enter waits for results.
    isLoading: isSearching || (text !== '' && ticket.isLoading),
    holdsActive: true,
    onChoose: (command) => run(command, false),
    onChooseModified: (command) => run(command, true),
    onKey: (event) => {
      const isClosing = event.key === 'k' && (event.ctrlKey || event.metaKey);
      if (isClosing) flushSync(onClose);
      return isClosing;
    },
  });

  /** The focus stays in the field. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Tab')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') flushSync(onClose);
  }

  const hasTickets = found.some(({ group }) => group === 'tickets');
  const missing = prefix === '>' || isSearching || hasTickets ? 0 : missingLetters(text);
  const isEmpty = (text !== '' || prefix === '@') && all.length === 0 && !isSearching;
  const emptyText = hasFailed
    ? texts.failed
    : prefix === '@'
      ? hasTools
        ? texts.nobody
        : texts.wholeAddress
      : texts.empty(text);
  const hint = missing > 0 ? texts.missing(missing) : isEmpty || hasFailed ? emptyText : null;
  const said = all.length === 0 ? hint : [texts.results(all.length), hint].filter(Boolean).join('. ');
  return (
    <dialog
      ref={dialog}
      aria-label={texts.title}
      className="m-0 size-full max-h-none max-w-none bg-transparent p-0 text-13 text-ink backdrop:bg-scrim"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div
        role="presentation"
        className="size-full"
        onKeyDown={onKeyDown}
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          // The press must not move the focus.
          event.preventDefault();
          flushSync(onClose);
        }}
      >
        <div className="appear mx-auto mt-2 flex max-h-[calc(100dvh-16px)] w-[600px] max-w-[calc(100vw-16px)] flex-col overflow-hidden rounded-dialog border border-transparent bg-raised shadow-2 md:mt-[min(120px,12dvh)] md:max-h-[min(560px,76dvh)]">
          <div className="flex min-h-12 flex-none items-center gap-2 border-b border-line px-3.5">
            {ticket.context === null ? null : (
              <span className="flex-none rounded-chip border border-transparent bg-accent-tint px-[7px] text-12 font-medium text-accent-text forced-colors:border-line">
                {ticket.context}
              </span>
            )}
            <input
              type="text"
              aria-label={texts.title}
              enterKeyHint="go"
              placeholder={texts.placeholder}
              className="min-h-10 min-w-0 flex-1 bg-transparent text-[max(14px,var(--fs-input,0px))] outline-none"
              {...combobox.inputProps}
            />
            <button
              type="button"
              tabIndex={-1}
              className="hit relative min-h-6 min-w-6 text-12 text-ink-3"
              onClick={onClose}
            >
              <span className="sr-only">{texts.close}</span>
              <Kbd keys="escape" />
              <span aria-hidden="true" className="hidden pointer-coarse:inline">
                {texts.close}
              </span>
            </button>
          </div>
          <div aria-label={texts.title} className="pane flex-1 p-1.5" tabIndex={-1} {...combobox.listboxProps}>
            {drawn.sections.map((section) => {
              const { group, heading } = combobox.groupProps(section.key);
              return (
                <div key={section.key} {...group}>
                  <div className="px-2.5 pt-2.5 pb-1 text-11 font-medium text-ink-3" {...heading}>
                    {section.key === 'ticket' && ticket.isSelection ? texts.selection : texts.groups[section.key]}
                  </div>
                  {section.commands.map((command) => (
                    <PaletteLine
                      key={command.id}
                      command={command}
                      typed={drawn.text}
                      isActive={command.id === combobox.active?.id}
                      option={combobox.optionProps(command)}
                    />
                  ))}
                </div>
              );
            })}
          </div>
          {hint === null ? null : <p className="px-4 pt-1 pb-4 text-ink-3">{hint}</p>}
          <p role="status" className="sr-only">
            {refusal !== '' ? refusal : isSearching ? texts.searching : said}
          </p>
          <PaletteFoot />
        </div>
      </div>
    </dialog>
  );
}
