import type { ReactNode } from 'react';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';

interface EmptyBlockProps {
  readonly icon: IconName;
  /** One sentence that says what is true. */
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyBlock({ icon, title, text, action }: EmptyBlockProps) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center px-4 py-10 text-center">
      <Icon name={icon} className="mb-1 text-ink-3" />
      <p className="font-medium text-ink [overflow-wrap:anywhere]">{title}</p>
      {text === undefined ? null : <p className="text-12 text-ink-3">{text}</p>}
      {action === undefined ? null : <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
