import type { ComponentProps } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { Field } from '#src/forms/field.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { messages } from './messages.ts';

const PRESETS = ['7', '30', '90', '365'] as const;
const DAY_MS = 86_400_000;

/** How many days are typed; null where that is no number that the service takes. */
export function readDays(text: string): number | null {
  if (!/^[0-9]{1,3}$/.test(text.trim())) return null;
  const days = Number(text);
  return days >= 1 && days <= 365 ? days : null;
}

interface DaysFieldProps extends Pick<ComponentProps<'input'>, 'ref' | 'name' | 'onBlur'> {
  readonly value: string;
  readonly error?: string | undefined;
  /** Says until when: "On 12 Dec 2026, 09:30." */
  readonly expiresOn?: (instant: string) => string;
  readonly onChange: (value: string) => void;
}

/** For how many days a link works: typed, or one of a few, with the day on which it ends. */
export function DaysField({ value, error, expiresOn = messages.expiresOn, onChange, ...input }: DaysFieldProps) {
  const zone = useDisplayZone();
  const now = useNow();
  const days = readDays(value);
  const end = days === null ? undefined : formatInstant(new Date(now + days * DAY_MS).toISOString(), zone);
  return (
    <Field
      label={messages.fields.expiry_days}
      error={error}
      hint={end === undefined ? undefined : <span className="tabular-nums">{expiresOn(end)}</span>}
    >
      {({ className, ...control }) => (
        <div className="flex flex-wrap items-center gap-2">
          <input
            {...input}
            {...control}
            value={value}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            className={`max-w-20 tabular-nums ${className}`}
            onChange={({ target }) => onChange(target.value)}
          />
          <span className="flex-1 text-ink-2">{messages.days}</span>
          <Segmented
            label={messages.presets}
            value={value.trim()}
            options={PRESETS.map((preset) => ({ value: preset, label: preset }))}
            onChange={onChange}
          />
        </div>
      )}
    </Field>
  );
}
