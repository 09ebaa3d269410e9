import { Link } from '@tanstack/react-router';
import type { Channel } from '#contract/customers.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { HandleCheck } from './handle-rules.ts';
import { nameOf, type Owner } from './handle-writes.ts';
import { messages } from './messages.ts';
import type { OwnerState } from './use-owner.ts';

interface BindNotesProps {
  readonly id: string;
  readonly channel: Channel;
  readonly typed: string;
  readonly check: HandleCheck;
  readonly problem: string | undefined;
  /** Why it was not bound. */
  readonly failed: string | null;
  readonly state: OwnerState;
  readonly isBusy: boolean;
  readonly onMove: (owner: Owner) => void;
  readonly onLeave: () => void;
}

const { form: texts } = messages;

/** Below the fields: what the channel wants, what is wrong, whose the handle is. */
export function BindNotes(props: BindNotesProps) {
  const { id, channel, typed, check, problem, failed, state, isBusy, onMove, onLeave } = props;
  const isChanged = check.value !== '' && check.problem === null && check.value !== typed.trim();
  return (
    <div className="py-1.5 text-12 text-ink-3">
      <div id={id} className="[overflow-wrap:anywhere]">
        {problem === undefined ? (
          <p>{isChanged ? texts.sentAs(check.value) : messages.hint[channel]}</p>
        ) : (
          <p className="flex gap-1.5 text-danger-text">
            <Icon name="warning" size={14} className="mt-px" />
            {problem}
          </p>
        )}
        {check.doubt === null || problem !== undefined ? null : (
          <p className="flex gap-1.5 text-warn-text">
            <Icon name="warning" size={14} className="mt-px" />
            {check.doubt}
          </p>
        )}
      </div>
      <div role="status">
        {state.kind === 'looking' ? texts.checking : null}
        {state.kind === 'own' ? texts.own : null}
        {state.kind === 'free' ? texts.free : null}
        {state.kind === 'cannot-ask' ? texts.cannotAsk : null}
        {state.kind === 'taken' ? (
          <div className="my-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-warn-line bg-warn-tint px-2.5 py-2 text-13 text-warn-text">
            <p className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
              {texts.taken(nameOf({ channel, external_user_id: check.value }))}{' '}
              <Link
                to="/customers/$id"
                params={{ id: state.owner.id.toString() }}
                className="font-medium text-accent-text underline"
              >
                <bdi>{messages.owner(state.owner.name, state.owner.id.toString())}</bdi>
              </Link>
              {'. '}
              {texts.takenEnd}
            </p>
            <Button size="sm" onClick={onLeave}>
              {texts.leave}
            </Button>
            <Button size="sm" data-focus="move" busy={isBusy} onClick={() => onMove(state.owner)}>
              {texts.move}
            </Button>
          </div>
        ) : null}
      </div>
      <div role="alert">
        {failed === null ? null : (
          <p className="flex gap-1.5 text-danger-text [overflow-wrap:anywhere]">
            <Icon name="warning" size={14} className="mt-px" />
            {failed}
          </p>
        )}
      </div>
      <p>{texts.explain}</p>
    </div>
  );
}
