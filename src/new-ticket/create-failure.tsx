import { isOwnService } from '#src/session/api-base.ts';
import { sessionState } from '#src/session/session-store.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import { isUnsure } from './use-create-ticket.ts';

/** Above the buttons: why the ticket was not created, or that nobody knows whether it was. */
export function CreateFailure({ error }: { readonly error: unknown }) {
  const failure = useFailure(error);
  if (failure === null) return null;
  const unsure = isUnsure(error);
  return (
    <div role="alert" className="flex w-full gap-2 rounded-control bg-danger-tint px-3 py-2 text-12 text-danger-text">
      <Icon name="warning" size={14} className="mt-px flex-none" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-medium">{unsure ? messages.unsureTitle : failure.title}</p>
        <p>
          {unsure ? `${failure.title}. ${sureOnce() ? messages.unsureText : messages.unsureElsewhere}` : failure.text}
        </p>
        {failure.details === undefined ? null : <p className="font-mono text-11">{failure.details}</p>}
        {failure.requestId === null ? null : (
          <p className="flex items-center gap-1 font-mono text-11">
            {failure.requestId}
            <CopyButton text={failure.requestId} label={messages.copyRequest} />
          </p>
        )}
      </div>
    </div>
  );
}

/** Our service acts once for a key; of another one the API document does not say it. */
function sureOnce(): boolean {
  const state = sessionState();
  return state.phase !== 'out' && isOwnService(state.session.baseUrl);
}
