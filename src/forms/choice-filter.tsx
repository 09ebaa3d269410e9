import { SelectField } from './field.tsx';

export type Choice = readonly [value: string, label: string];

interface ChoiceFilterProps {
  readonly label: string;
  /** The option without a filter. */
  readonly any: string;
  readonly value: string | undefined;
  readonly options: readonly Choice[];
  /** Formats a value of the URL that the options lack. */
  readonly formatUnlisted?: (value: string) => string;
  readonly className?: string;
  readonly onChange: (value: string | undefined) => void;
}

/** A list's filter with one value. */
export function ChoiceFilter({
  label,
  any,
  value,
  options,
  formatUnlisted = String,
  className = 'w-40 max-md:w-full',
  onChange,
}: ChoiceFilterProps) {
  const isListed = value === undefined || options.some(([listed]) => listed === value);
  const all: readonly Choice[] = [
    ['', any],
    ...options,
    ...(isListed ? [] : [[value, formatUnlisted(value)] as const]),
  ];
  return (
    <SelectField
      label={label}
      className={className}
      value={value ?? ''}
      options={all.map(([option, text]) => ({ value: option, label: text }))}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  );
}
