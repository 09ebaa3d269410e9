import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { listAiPrices, MAX_PRICE, setAiPrice, type AiPriceEntry } from '#contract/ai-prices.ts';
import type { Reply } from '#contract/operation.ts';
import { wholeReportOptions } from '#src/ai-usage/queries.ts';
import { useWrite } from '#src/api/write.ts';
import { formatExactUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { numberText, readNumber } from '#src/format/typed-number.ts';
import { fieldOf, SelectField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { NumberField, numberProblem } from '#src/forms/number-field.tsx';
import { TextButton } from '#src/ui/button.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';

const texts = messages.prices;
const NONE: readonly AiPriceEntry[] = [];

interface PriceDialogProps {
  /** Models of which calls are stored without a price; they come first. */
  readonly unpriced: readonly string[];
  readonly onClose: () => void;
}

interface Values {
  readonly model: string;
  readonly input_usd: string;
  readonly output_usd: string;
}

/** Sets the site's price of a model; calls that are stored without one are costed by it. */
export function PriceDialog({ unpriced, onClose }: PriceDialogProps) {
  const prices = useQuery(wholeReportOptions(listAiPrices)).data ?? NONE;
  const models = [...new Set([...unpriced, ...prices.map(({ model }) => model)])];
  const form = useForm<Values>({ defaultValues: { model: unpriced[0] ?? '', input_usd: '', output_usd: '' } });
  const [chosen, input, output] = useWatch({ control: form.control, name: ['model', 'input_usd', 'output_usd'] });
  const model = chosen === '' ? (models[0] ?? '') : chosen;
  const known = prices.find((price) => price.model === model);
  const { write, isBusy, error } = useWrite(setAiPrice);
  const { setValue } = form;
  useEffect(() => {
    setValue('input_usd', fieldText(known?.input_usd));
    setValue('output_usd', fieldText(known?.output_usd));
  }, [known, setValue]);

  const send = (values: Pick<Values, 'input_usd' | 'output_usd'>) =>
    write({ body: { model, input_usd: readPrice(values.input_usd), output_usd: readPrice(values.output_usd) } });

  function done({ costed }: Reply<typeof setAiPrice>): void {
    announce(texts.saved(costed, formatCount(costed), model));
    onClose();
  }

  async function remove(): Promise<void> {
    const reply = await write({ body: { model, input_usd: null, output_usd: null } });
    if (reply !== null) done(reply);
  }

  const field = (name: 'input_usd' | 'output_usd', text: string) => {
    const price = readPrice(text);
    return {
      ...fieldOf(form, name, { validate: priceProblem }),
      kind: 'money' as const,
      echo: price === null ? null : texts.echo(formatExactUsd(price)),
    };
  };
  return (
    <FormDialog
      title={texts.title}
      submit={texts.save}
      isBusy={isBusy}
      error={error}
      form={form}
      onSend={send}
      onDone={done}
      onClose={onClose}
    >
      <p className="mb-3 text-ink-2 text-pretty">{texts.lead}</p>
      <SelectField
        label={texts.model}
        options={models.map((name) => ({ value: name, label: name }))}
        value={model}
        onChange={({ target }) => setValue('model', target.value)}
      />
      <p className="mt-1 text-12 text-ink-3">
        {known === undefined ? texts.none : texts.source[known.source]}{' '}
        {known?.source === 'site' ? <TextButton onClick={() => void remove()}>{texts.remove}</TextButton> : null}
      </p>
      <div className="mt-3 grid gap-3 md:grid-cols-2">
        <NumberField label={texts.input} {...field('input_usd', input)} />
        <NumberField label={texts.output} {...field('output_usd', output)} />
      </div>
      <p className="mt-3 text-12 text-ink-3 text-pretty">{texts.note}</p>
    </FormDialog>
  );
}

function fieldText(price: number | undefined): string {
  return price === undefined ? '' : numberText(price, 'money');
}

/** A typed price in USD per million tokens; null where it is none. */
function readPrice(text: string): number | null {
  const read = readNumber(text, 'money');
  if (read.kind !== 'number') return null;
  const price = Number(read.plain);
  return price <= MAX_PRICE ? price : null;
}

function priceProblem(text: string): string | undefined {
  if (readPrice(text) !== null) return undefined;
  const range = texts.range(numberText(MAX_PRICE, 'money'));
  return numberProblem(text, 'money', range) ?? range;
}
