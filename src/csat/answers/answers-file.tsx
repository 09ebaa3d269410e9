import { type CsatAnswer, listCsatAnswers } from '#contract/csat-reports.ts';
import type { CallQuery } from '#src/api/call.ts';
import { messages as page } from '#src/csat/messages.ts';
import { view } from '#src/csat/view.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, pagesOf, useFileName } from '#src/list-export/list-file.ts';
import { placeCommand } from '#src/panels/place-command.ts';

/** What the list shows of an answer, and the ids. */
const FIELDS = [
  'id',
  'created_utc',
  'score',
  'comment',
  'requester_name',
  'ticket_number',
  'ticket_id',
  'channel',
  'review',
  'review_by',
  'review_utc',
] as const satisfies readonly (keyof CsatAnswer)[];

interface AnswersFileProps {
  readonly query: CallQuery<typeof listCsatAnswers>;
  /** Null while it is counted. */
  readonly total: number | null;
  /** Of the list, in the name of the file. */
  readonly name: string;
  /** The place of the file in `view.ts`. */
  readonly place: 'answers-download' | 'follow-up-download';
}

/** A list of answers as a file, all pages of it. */
export function AnswersFile({ query, total, name, place }: AnswersFileProps) {
  const nameOf = useFileName();
  return (
    <ExportButton<CsatAnswer>
      command={placeCommand(view, place)}
      total={total ?? undefined}
      nothing={page.export.nothing}
      fileOf={() => ({
        fileName: nameOf(name),
        readPage: pagesOf(listCsatAnswers, query),
        fileOf: (rows) => fieldsFile(FIELDS, rows),
      })}
    />
  );
}
