import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount } from '#src/format/number.ts';
import { TextField } from '#src/forms/field.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { useHasSessions } from '#src/conversations/queries.ts';
import type { ConversationsSearch } from '#src/conversations/search.ts';
import type { ChangeRow } from './changes.ts';
import { messages } from './messages.ts';
import { MAX_STARTER, proposalOf } from './starters.ts';

const texts = messages.open;

interface QuestionDetailProps {
  readonly row: ChangeRow;
  /** The starter that covers it; null for none, undefined while the starters load. */
  readonly starter: string | null | undefined;
  /** The starters could not be loaded. */
  readonly hasFailed: boolean;
  readonly days: ConversationsSearch;
}

/** Lets a person act on a question: read it, look for its tickets, propose a starter, draft an answer. */
export function QuestionDetail({ row: { label: question, sessions }, starter, hasFailed, days }: QuestionDetailProps) {
  const hasSessions = useHasSessions();
  const [proposal, setProposal] = useState(() => proposalOf(question));
  return (
    <div className="my-1 flex flex-wrap gap-x-6 gap-y-3 rounded-control bg-accent-tint px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium">
          {starter === undefined
            ? hasFailed
              ? texts.startersFailed
              : null
            : starter === null
              ? texts.noStarter
              : texts.starter(starter)}
        </p>
        {starter === null ? (
          <div className="mt-2 flex items-end gap-2">
            <TextField
              label={texts.proposal}
              hint={texts.hint}
              value={proposal}
              maxLength={MAX_STARTER * 2}
              counter={{ text: proposal, from: 0, max: MAX_STARTER }}
              className="flex-1"
              onChange={({ target }) => setProposal([...target.value].slice(0, MAX_STARTER).join(''))}
            />
          </div>
        ) : null}
      </div>
      <div className="flex flex-wrap content-start items-start gap-2">
        {starter === null ? <CopyButton text={proposal} label={texts.copy} showLabel size="md" /> : null}
        {hasSessions && sessions !== null ? (
          <Link to="/conversations" search={{ ...days, question }} className={buttonClass()}>
            {texts.sessions(sessions, formatCount(sessions))}
          </Link>
        ) : null}
        <Link to="/inbox" search={{ q: question, status: 'all' }} className={buttonClass()}>
          {texts.inbox}
        </Link>
        {hasSessions ? (
          <Link to="/settings/saved-replies" search={{ new: '1', title: question }} className={buttonClass()}>
            {texts.draft}
          </Link>
        ) : null}
      </div>
    </div>
  );
}
