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

export function PaletteLine({ command, typed, isActive, option }: PaletteLineProps) {
  return (
    <div
      {...option}
      className={`flex min-h-[34px] cursor-pointer items-center gap-2.5 rounded-control border border-transparent px-2 pointer-coarse:min-h-11 ${isActive ? 'bg-selected forced-colors:border-line' : ''}`}
    >
      <span className="grid w-5 flex-none place-items-center text-ink-2">
        {command.glyph ?? <Icon name={command.icon ?? 'forward'} />}
      </span>
      <span dir="auto" className="min-w-0 truncate">
        <Marked text={command.label} typed={typed} />
      </span>
      {command.note === undefined ? null : (
        <span dir="auto" className="min-w-0 flex-[0_2_auto] truncate text-12 text-ink-3">
          <Marked text={command.note} typed={typed} />
        </span>
      )}
      {command.kbd === undefined ? null : (
        <span className="ms-auto">
          <Kbd keys={command.kbd} />
        </span>
      )}
    </div>
  );
}
