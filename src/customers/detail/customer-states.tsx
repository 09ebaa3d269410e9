import { useState } from 'react';
import { isEmail } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { useOffline } from '#src/browser/offline.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { TextField } from '#src/forms/field.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { messages } from './messages.ts';
import type { CustomerAddress } from './open-customer.ts';

/** The page before anything is known, in its own sizes. */
export function CustomerSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div role="status" aria-busy="true" aria-label={messages.loading}>
      <div className="flex items-start gap-3.5">
        <Skeleton className="size-10 rounded-full" />
        <div className="flex-1 pt-1.5">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="mt-3 h-2.5 w-64 max-w-full" />
        </div>
      </div>
      <div className="mt-5 flex min-h-[58px] flex-wrap items-center gap-x-12 gap-y-3 border-y border-line py-2.5">
        {['w-12', 'w-10', 'w-10', 'w-20', 'w-24'].map((width, index) => (
          <Skeleton key={index} className={`h-2.5 ${width}`} />
        ))}
      </div>
      {[3, 7].map((rows) => (
        <div key={rows} className="mt-7">
          <div className="flex min-h-control items-center">
            <Skeleton className="h-3 w-20" />
          </div>
          {Array.from({ length: rows }, (_, index) => (
            <div key={index} className="flex min-h-row items-center border-b border-line">
              <Skeleton className="h-2.5 w-3/5" />
            </div>
          ))}
        </div>
      ))}
      <SlowNotice onRetry={onRetry} />
    </div>
  );
}

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
  const isOffline = useOffline() && (kind === 'network' || kind === 'timeout');
  const texts = messages.failure;
  const toList = <Button onClick={onList}>{messages.backToList}</Button>;
  if (failure === null) return <ErrorBlock title={texts.badId} text={texts.badIdText(id)} action={toList} />;
  // The banner says the rest; it is loaded by itself once answers come again.
  if (isOffline) return <ErrorBlock icon="offline" title={texts.offline} text={texts.offlineText} action={toList} />;
  const isMissing = kind === 'not_found';
  return (
    <ErrorBlock
      icon={kind === 'forbidden' ? 'lock' : isMissing ? 'search' : 'warning'}
      title={isMissing ? texts.missing(id) : kind === 'forbidden' ? texts.forbidden : failure.title}
      text={isMissing ? texts.missingText : failure.text}
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
  /** The address that no customer has. */
  readonly missing: string | null;
  readonly onAddress: (address: CustomerAddress) => void;
}

/** For a service that knows no ids: the customer is asked for by email or phone. */
export function AddressForm({ id, missing, onAddress }: AddressFormProps) {
  const [text, setText] = useState('');
  const texts = messages.byAddress;
  return (
    <div className="mx-auto max-w-sm py-10">
      <p className="font-medium [overflow-wrap:anywhere]">
        <AddressText text={missing === null ? texts.title : texts.nobody(missing)} />
      </p>
      <p className="text-12 text-ink-3">{missing === null ? texts.text(id) : texts.nobodyText}</p>
      <form
        className="mt-3 flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const address = text.trim();
          if (address !== '') onAddress(isEmail(address) ? { email: address } : { phone: address });
        }}
      >
        <TextField
          label={texts.label}
          className="flex-1"
          value={text}
          maxLength={254}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="primary">
          {texts.submit}
        </Button>
      </form>
    </div>
  );
}
