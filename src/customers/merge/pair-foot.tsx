import { Button } from '#src/ui/button.tsx';
import { messages } from './pair-messages.ts';

const texts = messages.foot;

interface PairFootProps {
  readonly ids: { readonly survivor: bigint; readonly merged: bigint };
  readonly isDismissed: boolean;
  /** False while nobody knows whether somebody said that these are two people. */
  readonly canDismiss: boolean;
  /** Why nothing may be written. */
  readonly reason: string | undefined;
  /** Why it cannot be merged now. */
  readonly whyNot: string | undefined;
  readonly isMerging: boolean;
  readonly isDismissing: boolean;
  readonly onMerge: () => void;
  readonly onDismiss: (dismissed: boolean) => void;
  readonly onCancel: () => void;
}

/** What can be done with a pair; the button names the direction. */
export function PairFoot(props: PairFootProps) {
  const { ids, isDismissed, canDismiss, reason, whyNot, isMerging, isDismissing } = props;
  return (
    <div className="flex min-h-[54px] flex-none flex-wrap items-center justify-end gap-2 border-t border-line-strong bg-surface px-7 py-2 max-md:px-4">
      <p className="min-w-0 flex-1 text-12 text-ink-2 max-md:basis-full">{texts.undo}</p>
      {canDismiss ? (
        <Button
          variant="ghost"
          disabledReason={reason}
          busy={isDismissing}
          onClick={() => !isMerging && props.onDismiss(!isDismissed)}
        >
          {isDismissed ? texts.takeBack : texts.notSame}
        </Button>
      ) : null}
      <Button onClick={props.onCancel}>{texts.cancel}</Button>
      <Button
        variant="primary"
        kbd="mod+enter"
        disabledReason={whyNot}
        busy={isMerging}
        onClick={props.onMerge}
        className="max-w-full"
      >
        <span className="min-w-0 truncate">{texts.merge(String(ids.merged), String(ids.survivor))}</span>
      </Button>
    </div>
  );
}
