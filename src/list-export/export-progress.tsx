import { describeFailure } from '#src/api/describe-failure.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';
import type { ExportPhase } from './use-export.ts';

/** How far the export is, why it stopped, or what came of it. */
export function ExportProgress({ phase }: { readonly phase: Exclude<ExportPhase, { name: 'idle' }> }) {
  const texts = messages;
  if (phase.name === 'done') {
    return (
      <div className="flex flex-col gap-1.5">
        <p className="text-14 font-semibold">{texts.done(phase.rows, formatCount(phase.rows))}</p>
        {phase.moved === 0 ? null : <p>{texts.changed(phase.moved, formatCount(phase.moved))}</p>}
        {phase.left === 0 ? null : <p>{texts.short(phase.left, formatCount(phase.left))}</p>}
        <p className="text-12 break-words text-ink-2">{texts.saved(phase.fileName)}</p>
      </div>
    );
  }
  const { loaded, total } = phase;
  const share = total === null || total === 0 ? 0 : loaded / total;
  const words = total === null ? texts.reading : texts.progress(formatCount(loaded), formatCount(total));
  const failure = phase.name === 'failed' ? describeFailure(phase.error) : null;
  return (
    <div className="flex flex-col gap-2">
      <div
        role="progressbar"
        aria-label={texts.title}
        aria-valuemin={0}
        aria-valuemax={total ?? undefined}
        aria-valuenow={total === null ? undefined : loaded}
        aria-valuetext={words}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-accent" style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <p className="text-12 text-ink-2 tabular-nums">{words}</p>
      {failure === null ? (
        <p className="text-12 text-ink-3">{texts.reading}</p>
      ) : (
        <div role="alert" className="text-12 text-danger-text">
          <p className="font-medium">{failure.title}</p>
          <p>{texts.stopped(formatCount(loaded), formatCount(total ?? 0))}</p>
          {failure.requestId === null ? null : <p className="font-mono">{failure.requestId}</p>}
        </div>
      )}
    </div>
  );
}
