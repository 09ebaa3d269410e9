import { Panel } from '#src/panels/panel.tsx';
import { messages } from './messages.ts';
import { changeText, partName, totalChange } from './model/describe.ts';
import type { PartKey } from './model/merge-plans.ts';
import { isOvernight } from './model/week.ts';
import { useEditor } from './use-editor.ts';

const texts = messages.changes;

/** The unsaved changes. */
export function ChangesPanel() {
  const { plan } = useEditor();
  return (
    <Panel title={texts.title} note={plan.zone}>
      <ChangesList />
    </Panel>
  );
}

export function ChangesList() {
  const { plan, savedPlan, changes } = useEditor();
  const total = totalChange(savedPlan, plan);
  if (changes.length === 0) return <p className="py-1.5 text-ink-3">{texts.none}</p>;
  return (
    <>
      <dl>
        {changes.map((key) => (
          <ChangeLine key={partId(key)} name={partName(key)}>
            {changeText(savedPlan, plan, key)}
          </ChangeLine>
        ))}
        {total === null ? null : <ChangeLine name={texts.total}>{total}</ChangeLine>}
      </dl>
      {plan.week.some(isOvernight) ? <p className="mt-1.5 text-12 text-ink-3">{texts.overnight}</p> : null}
    </>
  );
}

export function ChangeLine({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div className="grid min-h-[34px] grid-cols-[140px_minmax(0,1fr)] items-center gap-x-3 border-b border-line py-1.5">
      <dt className="font-medium tabular-nums">{name}</dt>
      <dd className="text-ink-2 tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

export function partId(key: PartKey): string {
  return Object.values(key).join(' ');
}
