import type { ComponentProps, ReactNode } from 'react';
import { Panel } from '#src/panels/panel.tsx';

/** A part of the page of one customer, below the name. */
export function CustomerPanel(props: Omit<ComponentProps<typeof Panel>, 'level'>) {
  return (
    <div className="mt-7 min-w-0 @container">
      <Panel level={3} {...props} />
    </div>
  );
}

/** One line where there is nothing, with what to do about it. */
export function Nothing({ children }: { readonly children: ReactNode }) {
  return <p className="border-b border-line py-2 text-ink-3 text-pretty">{children}</p>;
}
