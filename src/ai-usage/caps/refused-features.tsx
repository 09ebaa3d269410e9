import type { CallsBeyond, Stopped } from '#src/ai-usage/figures/back-test.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './back-test-messages.ts';
import type { StoppedState } from './use-stopped.ts';

const texts = messages.byFeature;

/** Whose calls the service would have stopped under a tried cap, and what would have run on elsewhere. */
export function RefusedFeatures({ state }: { readonly state: StoppedState }) {
  return (
    <Panel title={texts.title} note={texts.note} resource="ai_reports">
      {state.kind === 'unsaid' ? (
        <p className="mt-2 text-12 text-ink-3 text-pretty">{texts.unsaid}</p>
      ) : state.kind === 'waiting' ? (
        <QueryState query={state.query} name={texts.title} rows={4}>
          {() => null}
        </QueryState>
      ) : (
        <Rows stopped={state.stopped} />
      )}
    </Panel>
  );
}

function Rows({ stopped: { features, total, others } }: { readonly stopped: Stopped }) {
  return (
    <>
      {features.length === 0 ? (
        <p className="mt-2 text-12 text-ink-3">{texts.none}</p>
      ) : (
        <table className="mt-1 w-full tabular-nums">
          <caption className="sr-only">{texts.caption}</caption>
          <thead>
            <tr className="border-b border-line text-12 text-ink-3">
              <th scope="col" className="py-1.5 text-start font-normal">
                {texts.feature}
              </th>
              <th scope="col" className="py-1.5 text-end font-normal">
                {texts.calls}
              </th>
              <th scope="col" className="py-1.5 text-end font-normal">
                {texts.usd}
              </th>
            </tr>
          </thead>
          <tbody>
            {features.map(({ feature, refusedCalls, unspentUsd }) => (
              <Row key={feature} name={feature} of={{ calls: refusedCalls, usd: unspentUsd }} />
            ))}
            <Row name={texts.total} of={total} isTotal />
          </tbody>
        </table>
      )}
      <p className="mt-2 text-12 text-ink-3 text-pretty">
        {others.calls === 0 ? texts.only : texts.others(formatCount(Math.round(others.calls)), formatUsd(others.usd))}
      </p>
    </>
  );
}

interface RowProps {
  readonly name: string;
  readonly of: CallsBeyond;
  readonly isTotal?: boolean;
}

function Row({ name, of: { calls, usd }, isTotal = false }: RowProps) {
  const weight = isTotal ? 'font-medium' : 'font-normal';
  return (
    <tr className={isTotal ? 'font-medium' : 'border-b border-line'}>
      <th scope="row" className={`py-1.5 text-start ${weight}`}>
        {name}
      </th>
      <td className="py-1.5 text-end">{messages.try.about(formatCount(Math.round(calls)))}</td>
      <td className="py-1.5 text-end">{messages.try.about(formatUsd(usd))}</td>
    </tr>
  );
}
