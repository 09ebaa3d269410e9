import { type CsatAnswer, listCsatAnswers } from '#contract/csat-reports.ts';
import type { CallQuery } from '#src/api/call.ts';
import { messages as page } from '#src/csat/messages.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, pagesOf, useFileName } from '#src/list-export/list-file.ts';

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
  /** Of the file in `view.ts`. */
  readonly command?: string;
}

/** A list of answers as a file, all pages of it. */
export function AnswersFile({ query, total, name, command }: AnswersFileProps) {
  const nameOf = useFileName();
  return (
    <ExportButton<CsatAnswer>
      {...(command === undefined ? {} : { command })}
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
