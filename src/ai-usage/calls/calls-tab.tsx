import { messages as pageMessages } from '#src/ai-usage/messages.ts';
import { useHasReports } from '#src/ai-usage/queries.ts';
import type { CallsSearch, TabProps } from '#src/ai-usage/search.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { CallsList } from './calls-list.tsx';
import { ConversationsList } from './conversations-list.tsx';
import { messages } from './messages.ts';
import { TranscriptDialog } from './transcript-dialog.tsx';

/** The rows behind every figure of the page: calls, and the conversations that they were made for. */
export function CallsTab({ search, go }: TabProps<CallsSearch>) {
  const hasReports = useHasReports();
  const list = search.list ?? 'calls';
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Segmented
          label={messages.lists}
          value={list}
          options={[
            { value: 'calls', label: messages.calls },
            { value: 'conversations', label: messages.conversations },
          ]}
          onChange={(value) => go({ ...search, list: value === 'calls' ? undefined : value, skip: undefined })}
        />
      </div>
      {list === 'conversations' ? (
        <ConversationsList search={search} />
      ) : hasReports ? (
        <CallsList search={search} go={go} />
      ) : (
        <EmptyBlock icon="info" title={pageMessages.notProvided} text={pageMessages.notProvidedText} />
      )}
      <TranscriptDialog search={search} go={go} />
    </div>
  );
}
