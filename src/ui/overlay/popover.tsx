import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Align, Side } from './position.ts';
import { Layer } from './layer.tsx';

/** Attributes of the control that opens a layer. */
export interface TriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly onClick: () => void;
  readonly 'aria-haspopup': 'menu' | 'dialog';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
}

interface PopoverProps {
  readonly label: string;
  readonly trigger: (props: TriggerProps) => ReactNode;
  readonly side?: Side;
  readonly align?: Align;
  readonly className?: string;
  readonly role?: 'menu' | 'dialog';
  /** Gets what closes it. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a floating part: `<Popover label="…" trigger={(props) => <Button {...props}>…</Button>}>{(close) => …}</Popover>`. */
export function Popover({ label, trigger, children, role = 'dialog', ...position }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setOpen(false);
  return (
    <>
      {trigger({
        ref: anchor,
        onClick: () => setOpen((before) => !before),
        'aria-haspopup': role,
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open ? (
        <Layer {...position} id={id} role={role} label={label} anchor={anchor} onClose={close}>
          {children(close)}
        </Layer>
      ) : null}
    </>
  );
}
