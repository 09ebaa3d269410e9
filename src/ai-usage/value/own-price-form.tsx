import type { ValueSearch, TabProps } from '#src/ai-usage/search.ts';
import { useId, useState, type FormEvent } from 'react';
import { FIELD } from '#src/ai-usage/figure-cells.tsx';
import { commaProblem } from '#src/ai-usage/number-text.ts';
import { isPrice } from '#src/ai-usage/search.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';

type OwnPriceFormProps = TabProps<ValueSearch>;

const texts = messages.prices.form;

/** A price that no model of the list has; it stands in the address and nowhere else. */
export function OwnPriceForm({ search, go }: OwnPriceFormProps) {
  const [input, setInput] = useState(search.price_in ?? '');
  const [output, setOutput] = useState(search.price_out ?? '');
  const [isJudged, setIsJudged] = useState(false);
  const hasOwn = search.price_in !== undefined && search.price_out !== undefined;

  function compare(event: FormEvent): void {
    event.preventDefault();
    const [price_in, price_out] = [input.trim(), output.trim()];
    setIsJudged(true);
    if (isPrice(price_in) && isPrice(price_out)) go({ ...search, price_in, price_out }, { replace: true });
  }

  return (
    <form aria-label={texts.title} noValidate className="mt-3 flex flex-wrap items-start gap-2" onSubmit={compare}>
      <PriceField label={texts.input} value={input} isJudged={isJudged} onChange={setInput} />
      <PriceField label={texts.output} value={output} isJudged={isJudged} onChange={setOutput} />
      <div className="flex gap-2 pt-4">
        <Button type="submit">{texts.submit}</Button>
        {hasOwn ? (
          <Button
            variant="ghost"
            onClick={() => go({ ...search, price_in: undefined, price_out: undefined }, { replace: true })}
          >
            {texts.clear}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

interface PriceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isJudged: boolean;
  readonly onChange: (value: string) => void;
}

function PriceField({ label, value, isJudged, onChange }: PriceFieldProps) {
  const id = useId();
  const isBad = isJudged && !isPrice(value.trim());
  return (
    <div className="w-56">
      <label htmlFor={id} className="block text-12 leading-4 text-ink-2">
        {label}
      </label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        aria-invalid={isBad}
        aria-describedby={isBad ? `${id}-problem` : undefined}
        className={FIELD}
        onChange={(event) => onChange(event.target.value)}
      />
      {isBad ? (
        <p id={`${id}-problem`} role="alert" className="text-12 text-danger-text">
          {commaProblem(value, 'money') ?? texts.bad}
        </p>
      ) : null}
    </div>
  );
}
