import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useCombobox, type ComboboxKey } from './use-combobox.ts';

type Config = Parameters<typeof useCombobox<string>>[0];
type Combobox = ReturnType<typeof useCombobox<string>>;

function render(config: Partial<Config>): { readonly html: string; readonly combobox: Combobox } {
  const options = config.options ?? ['late delivery', 'refund', 'spam'];
  let rendered: Combobox | undefined;
  function List() {
    const combobox = useCombobox({ keyOf: (name) => name, onChoose: () => undefined, ...config, options });
    rendered = combobox;
    return (
      <>
        {config.text === undefined ? null : <input {...combobox.inputProps} />}
        <div {...combobox.listboxProps}>
          {options.map((name) => (
            <div key={name} {...combobox.optionProps(name)}>
              {name}
            </div>
          ))}
        </div>
      </>
    );
  }
  const html = renderToStaticMarkup(<List />);
  if (rendered === undefined) throw new Error('Nothing was rendered.');
  return { html, combobox: rendered };
}

function press(
  combobox: Combobox,
  key: string,
  more: Partial<ComboboxKey> = {},
): { readonly isTaken: boolean; readonly isStopped: boolean } {
  let isTaken = false;
  let isStopped = false;
  combobox.inputProps.onKeyDown({
    key,
    keyCode: 0,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    nativeEvent: { isComposing: false },
    preventDefault: () => (isTaken = true),
    stopPropagation: () => (isStopped = true),
    ...more,
  });
  return { isTaken, isStopped };
}

const activeOf = (html: string) => /aria-activedescendant="([^"]*)"/.exec(html)?.[1];
const idOf = (html: string, name: string) => new RegExp(`<div id="([^"]*)"[^>]*>${name}</div>`).exec(html)?.[1];

test('the field names its list and its active option, whose id holds no blank', () => {
  const { html } = render({ text: '' });
  const list = /<div id="([^"]*)" role="listbox"/.exec(html)?.[1] ?? 'no list';
  expect(html).toContain(`aria-controls="${list}"`);
  expect(activeOf(html)).toBe(idOf(html, 'late delivery'));
  expect(activeOf(html)).not.toMatch(/\s/);
  expect(html.match(/aria-selected="true"/g)).toHaveLength(1);
});

test('without a field the list takes the keys', () => {
  const { html } = render({ start: 'refund' });
  expect(html).toMatch(/role="listbox"[^>]*tabindex="0"/);
  expect(activeOf(html)).toBe(idOf(html, 'refund'));
});

test('no option is active where none should be, and Enter is left to what is around', () => {
  const onChoose = vi.fn<(name: string) => void>();
  const { html, combobox } = render({ text: '', start: null, onChoose });
  expect(activeOf(html)).toBeUndefined();
  expect(press(combobox, 'Enter').isTaken).toBe(false);
  expect(onChoose).not.toHaveBeenCalled();
});

test('Enter chooses the active option, and is not taken for a shortcut of the page', () => {
  const onChoose = vi.fn<(name: string) => void>();
  const { combobox } = render({ text: '', start: 'spam', onChoose });
  expect(press(combobox, 'Enter')).toEqual({ isTaken: true, isStopped: true });
  expect(onChoose.mock.calls).toEqual([['spam']]);
});

test('Ctrl+Enter is the combobox’s own only where it means something', () => {
  const onChoose = vi.fn<(name: string) => void>();
  const onChooseModified = vi.fn<(name: string) => void>();
  expect(press(render({ text: '', onChoose }).combobox, 'Enter', { ctrlKey: true }).isTaken).toBe(false);
  const modified = render({ text: '', onChoose, onChooseModified }).combobox;
  expect(press(modified, 'Enter', { metaKey: true }).isTaken).toBe(true);
  expect(onChooseModified.mock.calls).toEqual([['late delivery']]);
  expect(onChoose).not.toHaveBeenCalled();
});

test('keys of an input method are left to it', () => {
  const onChoose = vi.fn<(name: string) => void>();
  const { combobox } = render({ text: '', onChoose });
  expect(press(combobox, 'Enter', { nativeEvent: { isComposing: true } }).isTaken).toBe(false);
  expect(press(combobox, 'Enter', { keyCode: 229 }).isTaken).toBe(false);
  expect(onChoose).not.toHaveBeenCalled();
});

test('an Enter before the options are there chooses nothing of the old ones', () => {
  const onChoose = vi.fn<(name: string) => void>();
  const { combobox } = render({ text: 'ref', isLoading: true, onChoose });
  expect(press(combobox, 'Enter').isTaken).toBe(true);
  expect(onChoose).not.toHaveBeenCalled();
});

test('where more may come, an Enter takes what is active, and waits where nothing is', () => {
  const onChoose = vi.fn<(name: string) => void>();
  const more = { text: 'ref', isLoading: true, holdsActive: true, onChoose };
  expect(press(render(more).combobox, 'Enter').isTaken).toBe(true);
  expect(onChoose.mock.calls).toEqual([['late delivery']]);
  expect(press(render({ ...more, options: [] }).combobox, 'Enter').isTaken).toBe(true);
  expect(onChoose).toHaveBeenCalledTimes(1);
});

test('moving tells which option it reached; keys with a modifier do not move', () => {
  const onMove = vi.fn<(name: string) => void>();
  const { combobox } = render({ text: '', onMove });
  expect(press(combobox, 'ArrowDown').isTaken).toBe(true);
  expect(press(combobox, 'ArrowDown', { shiftKey: true }).isTaken).toBe(false);
  expect(onMove.mock.calls).toEqual([['refund']]);
});

test('keys of the list’s own come first', () => {
  const onChoose = vi.fn<(name: string) => void>();
  const { combobox } = render({ text: '', onChoose, onKey: ({ key }) => key === 'Enter' });
  expect(press(combobox, 'Enter').isTaken).toBe(true);
  expect(press(combobox, 'x').isTaken).toBe(false);
  expect(onChoose).not.toHaveBeenCalled();
});

test('several may be selected, whatever is active', () => {
  const { html } = render({ text: '', isMultiple: true, isSelected: (name) => name !== 'refund' });
  expect(html).toContain('aria-multiselectable="true"');
  expect(html.match(/aria-selected="true"/g)).toHaveLength(2);
});
