import type { ReactNode } from 'react';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { Button } from './button.tsx';

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

interface NoRowsProps {
  readonly texts: {
    readonly noMatch: { readonly title: string; readonly text: string };
    readonly empty: { readonly title: string; readonly text: string };
  };
  /** Shown if there are no rows at all. */
  readonly icon: IconName;
  readonly isFiltered: boolean;
  readonly clear: { readonly label: string; readonly onClick: () => void };
}

/** In place of the rows of a list: none match the filters, which can be cleared, or there are none yet. */
export function NoRows({ texts: { noMatch, empty }, icon, isFiltered, clear }: NoRowsProps) {
  if (!isFiltered) return <EmptyBlock icon={icon} title={empty.title} text={empty.text} />;
  const action = <Button onClick={clear.onClick}>{clear.label}</Button>;
  return <EmptyBlock icon="search" title={noMatch.title} text={noMatch.text} action={action} />;
}
