import { useEffect, useRef } from 'react';
import type { Command } from '#src/ui/commands.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Kbd } from '#src/ui/kbd.tsx';
import { markMatches } from './palette-match.ts';

interface PaletteLineProps {
  readonly id: string;
  readonly command: Command;
  readonly typed: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onRun: (newTab: boolean) => void;
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

export function PaletteLine({ id, command, typed, chosen, onChoose, onRun }: PaletteLineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={chosen}
      className={`flex min-h-[34px] cursor-pointer items-center gap-2.5 rounded-control border px-2 pointer-coarse:min-h-11 ${chosen ? 'border-transparent bg-selected forced-colors:border-line' : 'border-transparent'}`}
      onPointerMove={chosen ? undefined : onChoose}
      onClick={(event) => onRun(event.ctrlKey || event.metaKey)}
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
