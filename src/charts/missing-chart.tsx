import { use } from 'react';
import { FrameTable } from './frame-table.ts';
import { messages } from './messages.ts';

/** In the place of a chart whose code could not be fetched: its figures. */
export function MissingChart() {
  return (
    <>
      <p role="status" className="py-1.5 text-12 text-ink-2">
        {messages.chartMissing}
      </p>
      {use(FrameTable)}
    </>
  );
}
