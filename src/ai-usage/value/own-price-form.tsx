import { useForm } from 'react-hook-form';
import { commaProblem } from '#src/ai-usage/number-text.ts';
import { isPrice, type TabProps, type ValueSearch } from '#src/ai-usage/search.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';

const texts = messages.prices.form;

/** A price that no model of the list has; it stands in the address and nowhere else. */
export function OwnPriceForm({ search, go }: TabProps<ValueSearch>) {
  const form = useForm({ defaultValues: { price_in: search.price_in ?? '', price_out: search.price_out ?? '' } });
  const hasOwn = search.price_in !== undefined && search.price_out !== undefined;
  const validate = (text: string) => isPrice(text.trim()) || (commaProblem(text, 'money') ?? texts.bad);
  const compare = form.handleSubmit(({ price_in, price_out }) =>
    go({ ...search, price_in: price_in.trim(), price_out: price_out.trim() }, { replace: true }),
  );
  const field = (name: 'price_in' | 'price_out') => ({
    ...fieldOf(form, name, { validate }),
    inputMode: 'decimal' as const,
    className: 'w-56',
  });
  return (
    <form
      aria-label={texts.title}
      noValidate
      className="mt-3 flex flex-wrap items-start gap-2"
      onSubmit={(event) => void compare(event)}
    >
      <TextField label={texts.input} {...field('price_in')} />
      <TextField label={texts.output} {...field('price_out')} />
      <div className="flex gap-2 pt-5">
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
