import { Controller, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { readNumber } from '#src/format/typed-number.ts';
import { useNow } from '#src/format/use-now.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { messages } from './messages.ts';
import { NumberField } from './number-field.tsx';

const DAY_MS = 86_400_000;
const PRESETS = ['7', '30', '90', '365'] as const;

/** The typed number of days; null unless it is a whole number from 1 to `max`. */
export function readDays(text: string, max: number): number | null {
  const read = readNumber(text, 'whole');
  const days = read.kind === 'number' ? Number(read.plain) : 0;
  return days >= 1 && days <= max ? days : null;
}

/** Why the typed days are refused; undefined if they are fine. */
export function daysProblem(text: string, max: number): string | undefined {
  return readDays(text, max) === null ? messages.daysRange(formatCount(max)) : undefined;
}

interface DaysFieldProps<Values extends FieldValues, Output> {
  readonly control: Control<Values, unknown, Output>;
  readonly name: FieldPathByValue<Values, string>;
  readonly max: number;
  /** Why it can't be longer. */
  readonly hint?: string | undefined;
}

/** Days until a link or a token expires: typed or a preset, with the resulting date. */
export function DaysField<Values extends FieldValues, Output>({
  control,
  name,
  max,
  hint,
}: DaysFieldProps<Values, Output>) {
  const zone = useDisplayZone();
  const now = useNow();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ...input }, fieldState }) => {
        const text: string = value;
        const days = readDays(text, max);
        return (
          <NumberField
            {...input}
            kind="whole"
            label={messages.expiresAfter}
            value={text}
            error={fieldState.error?.message}
            hint={
              <>
                {days === null ? null : (
                  <span className="block tabular-nums">
                    {messages.expiresOn(formatInstant(new Date(now + days * DAY_MS).toISOString(), zone))}
                  </span>
                )}
                {hint}
              </>
            }
            inputClass="max-w-20"
            onChange={({ target }) => onChange(target.value)}
            beside={
              <>
                <span className="flex-1 text-ink-2">{messages.days}</span>
                <Segmented
                  label={messages.dayPresets}
                  value={String(days)}
                  options={PRESETS.filter((preset) => Number(preset) <= max).map((preset) => ({
                    value: preset,
                    label: preset,
                  }))}
                  onChange={onChange}
                />
              </>
            }
          />
        );
      }}
    />
  );
}
