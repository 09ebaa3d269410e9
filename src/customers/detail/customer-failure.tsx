import { useId, useState } from 'react';
import { isEmail } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { useFailure } from '#src/api/use-failure.ts';
import type { CustomerAddress } from '#src/customers/customer-query.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { messages } from './messages.ts';

interface CustomerFailureProps {
  readonly id: string;
  /** Null when the id of the address is none. */
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
  readonly onList: () => void;
}

/** Why there is no customer to show, and the way back. */
export function CustomerFailure({ id, error, isFetching, onRetry, onList }: CustomerFailureProps) {
  const failure = useFailure(error, onRetry);
  const kind = error instanceof ApiFailure ? error.kind : null;
  const toList = <Button onClick={onList}>{messages.backToList}</Button>;
  if (failure === null) return <ErrorBlock title={messages.badId} text={messages.badIdText(id)} action={toList} />;
  const isMissing = kind === 'not_found';
  return (
    <ErrorBlock
      icon={kind === 'forbidden' ? 'lock' : isMissing ? 'search' : 'warning'}
      title={isMissing ? messages.missing(id) : kind === 'forbidden' ? messages.forbidden : failure.title}
      text={isMissing ? messages.missingText : failure.text}
      requestId={failure.requestId}
      details={failure.details}
      onRetry={isMissing || kind === 'forbidden' ? undefined : onRetry}
      retrying={isFetching}
      action={toList}
    />
  );
}

interface AddressFormProps {
  readonly id: string;
  /** Nobody has this address. */
  readonly missing: string | null;
  readonly onAddress: (address: CustomerAddress) => void;
}

/** For a service that knows no ids: the customer is asked for by email or phone. */
export function AddressForm({ id, missing, onAddress }: AddressFormProps) {
  const fieldId = useId();
  const [text, setText] = useState('');
  const texts = messages.byAddress;
  return (
    <div className="mx-auto max-w-sm py-10">
      <p className="font-medium [overflow-wrap:anywhere]">{missing === null ? texts.title : texts.nobody(missing)}</p>
      <p className="text-12 text-ink-3">{missing === null ? texts.text(id) : texts.nobodyText}</p>
      <form
        className="mt-3 flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const address = text.trim();
          if (address !== '') onAddress(isEmail(address) ? { email: address } : { phone: address });
        }}
      >
        <div className="min-w-0 flex-1">
          <label htmlFor={fieldId} className="mb-1 block text-12 font-medium">
            {texts.label}
          </label>
          <input
            id={fieldId}
            value={text}
            maxLength={254}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="h-control w-full rounded-control border border-line-control bg-surface px-2.5 pointer-coarse:h-11"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" variant="primary">
          {texts.submit}
        </Button>
      </form>
    </div>
  );
}
