import { useId, type Ref } from 'react';
import type { TagRecord } from '#contract/tags.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { messages } from './tags-messages.ts';
import type { NameProblem } from './tags-name.ts';

interface NameFieldProps {
  readonly label: string;
  /** Hidden where the row says what the field is. */
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly problem: NameProblem | null;
  /** Offers to merge into the tag that has the name. */
  readonly onMerge?: ((into: TagRecord) => void) | undefined;
  readonly ref?: Ref<HTMLInputElement>;
  readonly className?: string;
}

/** The name of a tag, with what is wrong with it below. */
export function NameField({
  label,
  isLabelHidden = false,
  value,
  onChange,
  problem,
  onMerge,
  ref,
  className = '',
}: NameFieldProps) {
  const id = useId();
  const taken = problem?.taken;
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1 block text-12 font-medium'}>
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        type="text"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={value}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        className={`min-h-control w-full rounded-control border bg-surface px-2 text-ink ${
          problem === null ? 'border-line-control' : 'border-danger'
        }`}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem === null ? null : (
        <p
          id={`${id}-problem`}
          role="status"
          className="mt-1 flex flex-wrap items-center gap-1.5 text-12 text-danger-text"
        >
          <Icon name="warning" size={14} className="flex-none" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{problem.text}</span>
          {taken === undefined || onMerge === undefined ? null : (
            <Button size="sm" onClick={() => onMerge(taken)}>
              <span className="max-w-48 truncate">{messages.name.mergeInstead(taken.name)}</span>
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
