import { Link } from '@tanstack/react-router';
import { ApiFailure } from '#src/api/api-failure.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { useCountry } from '#src/api/use-country.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { currentOf, takenField, type EditValues, type Identity } from './edit-values.ts';
import { messages } from './messages.ts';

interface EditFailureProps {
  readonly error: unknown;
  readonly own: Identity;
  readonly values: EditValues;
}

/** Why it was not saved; where an email or phone is another customer's, whose, and the way to merge the two. */
export function EditFailure({ error, own, values }: EditFailureProps) {
  const { taken } = messages;
  const country = useCountry();
  const owner = currentOf(error);
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  const link = 'font-medium text-accent-text underline';
  return (
    <div role="alert" className="empty:hidden">
      {error === null ? null : (
        <div className="flex gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]">
          <Icon name="warning" size={14} className="mt-px" />
          {owner === null ? (
            <p>
              {messages.failed(failureMessage(error))}{' '}
              {requestId === null ? null : <span className="font-mono">{messages.request(requestId)}</span>}
            </p>
          ) : (
            <p>
              {taken[takenField(values, owner, country)]}{' '}
              <Link to="/customers/$id" params={{ id: owner.id.toString() }} className={link}>
                <bdi>{taken.owner(customerName(owner), owner.id.toString())}</bdi>
              </Link>
              {'. '}
              <Link to="/customers/merge" search={{ pair: `${own.id}-${owner.id}` }} className={link}>
                {taken.merge}
              </Link>
            </p>
          )}
        </div>
      )}
    </div>
  );
}
