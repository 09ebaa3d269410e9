import type { ComponentProps } from 'react';
import type { Command } from '#src/ui/keys/commands.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { markMatches } from './palette-match.ts';

interface PaletteLineProps {
  readonly command: Command;
  readonly typed: string;
  readonly isActive: boolean;
  /** What makes it an option of the list. */
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
export function PaletteLine({ command, typed, isActive, option }: PaletteLineProps) {
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
