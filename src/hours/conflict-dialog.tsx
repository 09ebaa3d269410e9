import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { ChangeLine, partId } from './changes-panel.tsx';
import { messages } from './messages.ts';
import { changeText, partName, partText } from './model/describe.ts';
import { takeParts } from './model/merge-plans.ts';
import { planOf } from './model/plan.ts';
import { useEditor, type Elsewhere } from './use-editor.ts';

const texts = messages.elsewhere;

interface ConflictDialogProps {
  readonly elsewhere: Elsewhere;
  readonly onClose: () => void;
}

/** Resolves conflicts with what someone else saved, part by part. */
export function ConflictDialog({ elsewhere: { calendar, merge }, onClose }: ConflictDialogProps) {
  const { savedPlan, plan, rebase } = useEditor();
  const [fromThem, setFromThem] = useState<ReadonlySet<string>>(new Set());
  const theirs = planOf(calendar);

  function apply(): void {
    const chosen = merge.conflicts.filter((key) => fromThem.has(partId(key)));
    rebase(calendar, takeParts(merge.plan, theirs, chosen));
    onClose();
  }

  return (
    <Dialog
      title={texts.title}
      className="md:w-[640px]"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.guard.keep}</Button>
          <Button variant="primary" onClick={apply}>
            {texts.apply}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{texts.text}</p>
      {merge.theirs.length === 0 ? null : (
        <section aria-label={texts.theirs} className="mt-4">
          <h3 className="font-semibold">{texts.theirs}</h3>
          <dl>
            {merge.theirs.map((key) => (
              <ChangeLine key={partId(key)} name={partName(key)}>
                {changeText(savedPlan, theirs, key)}
              </ChangeLine>
            ))}
          </dl>
        </section>
      )}
      <section aria-label={texts.conflicts} className="mt-4">
        <h3 className="font-semibold">{texts.conflicts}</h3>
        {merge.conflicts.length === 0 ? <p className="text-ink-3">{texts.none}</p> : null}
        <ul>
          {merge.conflicts.map((key) => {
            const id = partId(key);
            const isTheirs = fromThem.has(id);
            return (
              <li key={id} className="border-b border-line py-2">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="flex-1 font-medium tabular-nums">{partName(key)}</span>
                  <Segmented
                    label={partName(key)}
                    value={isTheirs ? 'theirs' : 'mine'}
                    options={[
                      { value: 'mine', label: texts.mine },
                      { value: 'theirs', label: texts.other },
                    ]}
                    onChange={(value) => {
                      const next = new Set(fromThem);
                      if (value === 'theirs') next.add(id);
                      else next.delete(id);
                      setFromThem(next);
                    }}
                  />
                </div>
                <dl className="mt-1 grid grid-cols-[60px_minmax(0,1fr)] gap-x-3 text-12 tabular-nums">
                  <dt className="text-ink-3">{texts.mine}</dt>
                  <dd className={isTheirs ? 'text-ink-3 line-through' : ''}>{partText(plan, key)}</dd>
                  <dt className="text-ink-3">{texts.other}</dt>
                  <dd className={isTheirs ? '' : 'text-ink-3 line-through'}>{partText(theirs, key)}</dd>
                  <dt className="sr-only">{texts.before}</dt>
                  <dd className="col-start-2 text-ink-3">{texts.was(partText(savedPlan, key))}</dd>
                </dl>
              </li>
            );
          })}
        </ul>
      </section>
    </Dialog>
  );
}
