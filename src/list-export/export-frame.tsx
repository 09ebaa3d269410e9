import type { ReactNode } from 'react';
import { Dialog } from '#src/ui/dialog.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { ExportProgress } from './export-progress.tsx';
import type { ExportPhase } from './use-export.ts';

interface ExportFrameProps {
  readonly title: string;
  /** The export of `useExport`. */
  readonly exporting: { readonly phase: ExportPhase; goOn(): void; stop(): void };
  /** How many rows there will be; undefined while that is counted. */
  readonly total: number | undefined;
  /** What is said where there is none. */
  readonly nothing: string;
  /** What the file will hold, before it begins. */
  readonly children: ReactNode;
  /** What is said below the progress. */
  readonly note?: ReactNode;
  readonly onBegin: () => void;
  readonly onClose: () => void;
}

/** The dialog that exports a list: what it will hold, how far it is, what came of it. */
export function ExportFrame(props: ExportFrameProps) {
  const { title, exporting, total, nothing, children, note = null, onBegin, onClose } = props;
  const { phase, goOn, stop } = exporting;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <ExportButtons
          phase={phase}
          total={total}
          nothing={nothing}
          onBegin={onBegin}
          onGoOn={goOn}
          onStop={stop}
          onClose={onClose}
        />
      }
    >
      {phase.name === 'idle' ? (
        children
      ) : (
        <>
          <ExportProgress phase={phase} />
          {note}
        </>
      )}
    </Dialog>
  );
}
