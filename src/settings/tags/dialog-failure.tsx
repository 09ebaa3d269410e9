import { failureMessage } from '#src/api/failure-message.ts';
import { Icon } from '#src/ui/icons/icon.tsx';

/** Why what a dialog sent was not done. */
export function DialogFailure({ error }: { readonly error: Error | null }) {
  return (
    <div role="alert">
      {error === null ? null : (
        <p className="mt-2 flex gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          {failureMessage(error)}
        </p>
      )}
    </div>
  );
}
