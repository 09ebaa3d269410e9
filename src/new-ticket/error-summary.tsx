import type { FieldErrors } from 'react-hook-form';
import type { Ref } from 'react';
import { FIELD_NAMES, type FieldName, type FormValues } from './form-values.ts';
import { messages } from './messages.ts';

interface ErrorSummaryProps {
  readonly errors: FieldErrors<FormValues>;
  readonly onGo: (name: FieldName) => void;
  readonly summaryRef: Ref<HTMLDivElement>;
}

/** Where several fields are wrong: the focus comes here, and each line leads to its field. */
export function ErrorSummary({ errors, onGo, summaryRef }: ErrorSummaryProps) {
  const wrong = wrongFields(errors);
  if (wrong.length < 2) return null;
  return (
    <div
      ref={summaryRef}
      tabIndex={-1}
      role="group"
      aria-label={messages.summary(wrong.length)}
      className="mb-3.5 rounded-control bg-danger-tint px-3 py-2 text-12 text-danger-text"
    >
      <p className="font-medium">{messages.summary(wrong.length)}</p>
      <ul>
        {wrong.map((name) => (
          <li key={name}>
            <button type="button" className="min-h-6 text-start underline" onClick={() => onGo(name)}>
              {errors[name]?.message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function wrongFields(errors: FieldErrors<FormValues>): readonly FieldName[] {
  return FIELD_NAMES.filter((name) => errors[name] !== undefined);
}
