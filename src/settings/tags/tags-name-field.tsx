import { useId, type ComponentProps, type Ref } from 'react';
import type { TagRecord } from '#contract/tags.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './tags-messages.ts';

interface NameProblem {
  readonly text: string;
  /** The tag that has the name. */
  readonly taken?: TagRecord | undefined;
}

interface NameFieldProps {
  readonly label: string;
  /** Hidden where the row says what the field is. */
  readonly isLabelHidden?: boolean;
  /** What the form registers it with. */
  readonly input: Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur'>;
  readonly problem: NameProblem | null;
  /** Offers to merge into the tag that has the name. */
  readonly onMerge?: ((into: TagRecord) => void) | undefined;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly className?: string;
}

/** The name of a tag, with what is wrong with it below. */
export function NameField({
  label,
  isLabelHidden = false,
  input,
  problem,
  onMerge,
  inputRef,
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
        {...input}
        ref={inputRef}
        id={id}
        type="text"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        className={`min-h-control w-full rounded-control border bg-surface px-2 text-ink ${
          problem === null ? 'border-line-control' : 'border-danger'
        }`}
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
