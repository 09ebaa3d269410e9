import { Icon } from '#src/ui/icons/icon.tsx';

interface TickBoxProps {
  /** `some`: not all of those that it stands for. */
  readonly on: 'all' | 'some' | 'none';
  /** One of many, not any of many. */
  readonly isRound?: boolean;
}

/** The picture of a box: the element around it names its state. */
export function TickBox({ on, isRound = false }: TickBoxProps) {
  return (
    <span
      aria-hidden="true"
      data-on={on}
      className={`grid size-3.5 flex-none place-items-center border ${isRound ? 'rounded-full' : 'rounded-tag'} ${
        on === 'none' ? 'border-line-control bg-surface' : 'border-accent bg-accent text-accent-on'
      }`}
    >
      {on === 'all' ? <Icon name="check" size={12} /> : null}
      {on === 'some' ? <span className="h-px w-2 border-t border-current" /> : null}
    </span>
  );
}
