interface ChoiceProps<Value extends string> {
  /** Left out inside a label. */
  readonly label?: string;
  readonly value: Value | null;
  readonly options: readonly (readonly [value: Value, label: string])[];
  /** The option without a value. */
  readonly none?: string;
  readonly className: string;
  readonly onChoose: (value: Value | null) => void;
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, none, className, onChoose } = props;
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      className={className}
      onChange={(event) => onChoose(options.find(([option]) => option === event.target.value)?.[0] ?? null)}
    >
      {none === undefined ? null : <option value="">{none}</option>}
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}
