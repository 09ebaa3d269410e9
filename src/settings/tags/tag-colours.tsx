import { TAG_COLORS } from '#contract/tags.ts';
import { messages } from './messages.ts';

const FILLS: Readonly<Record<number, string>> = {
  1: 'bg-chart-1',
  2: 'bg-chart-2',
  3: 'bg-chart-3',
  4: 'bg-chart-4',
  5: 'bg-chart-5',
  6: 'bg-chart-6',
};

/** The colour of a tag; without a colour an empty space of the same size. */
export function Swatch({ color }: { readonly color: number | null }) {
  return (
    <span
      aria-hidden="true"
      className={`size-2 flex-none rounded-[2px] forced-color-adjust-none ${color === null ? '' : (FILLS[color] ?? '')}`}
    />
  );
}

interface PaletteProps {
  readonly value: number | null;
  readonly onChange: (color: number | null) => void;
}

/** The six colours and none. */
export function Palette({ value, onChange }: PaletteProps) {
  return (
    <div role="group" aria-label={messages.colour.label} className="flex flex-none">
      {[...TAG_COLORS, null].map((color) => {
        const isOn = color === value;
        return (
          <button
            key={color}
            type="button"
            aria-label={color === null ? messages.colour.none : messages.colour.names[color]}
            aria-pressed={isOn}
            className="hit relative grid size-6 place-items-center rounded-chip hover:bg-active"
            onClick={() => onChange(color)}
          >
            <span
              className={`size-3.5 rounded-tag forced-color-adjust-none outline-offset-1 ${
                color === null ? 'border border-line-control' : FILLS[color]
              } ${isOn ? 'outline-2 outline-accent' : ''}`}
            />
          </button>
        );
      })}
    </div>
  );
}

/** The service may answer any integer but accepts only the palette's. */
export function paletteColor(color: number | null): (typeof TAG_COLORS)[number] | null {
  return TAG_COLORS.find((known) => known === color) ?? null;
}
