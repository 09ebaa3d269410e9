import { useId } from 'react';
import { CopyButton } from '#src/ui/copy-button.tsx';

interface CodeBlockProps {
  /** What it is; read by screen readers alone where `isTitleHidden`. */
  readonly title: string;
  readonly isTitleHidden?: boolean;
  readonly code: string;
  /** Of the copy button, such as "Copy command"; none where it stands elsewhere. */
  readonly copy?: string;
}

/** Text for somebody's terminal, settings or page, to be copied. */
export function CodeBlock({ title, isTitleHidden = false, code, copy }: CodeBlockProps) {
  const id = useId();
  const isLong = code.includes('\n');
  return (
    <div className="relative">
      <h3 id={id} className={isTitleHidden ? 'sr-only' : 'mb-1 text-12 font-medium'}>
        {title}
      </h3>
      <pre
        dir="ltr"
        // Long lines of a snippet scroll, and then the arrows do that too.
        tabIndex={isLong ? 0 : undefined}
        role={isLong ? 'region' : undefined}
        aria-labelledby={isLong ? id : undefined}
        className={`rounded-control border border-line bg-sunken py-2 ps-2.5 font-mono text-12 ${isLong ? 'overflow-x-auto pe-2.5' : 'pe-10 whitespace-pre-wrap [overflow-wrap:anywhere]'}`}
      >
        <code>{code}</code>
      </pre>
      {copy === undefined ? null : (
        <span className="absolute end-1 bottom-1">
          <CopyButton text={code} label={copy} />
        </span>
      )}
    </div>
  );
}
