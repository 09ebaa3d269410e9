import { useId } from 'react';
import { OWN_BASE } from '#src/session/api-base.ts';
import { messages } from './messages.ts';

interface AddressFieldProps {
  readonly bases: readonly string[];
  readonly value: string;
  readonly onChange: (baseUrl: string) => void;
}

/** Which service to call: this one or one of those that its operator allows. */
export function AddressField({ bases, value, onChange }: AddressFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-12 font-medium">
        {messages.address}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-10 w-full pointer-coarse:h-11 rounded-control border border-line-control bg-surface px-2 font-mono text-12 text-ink max-md:pointer-coarse:text-16"
      >
        {bases.map((base) => (
          <option key={base} value={base}>
            {base === OWN_BASE ? messages.ownAddress(location.origin + OWN_BASE) : base}
          </option>
        ))}
      </select>
    </div>
  );
}
