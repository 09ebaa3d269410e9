import { keyLabels } from './key-stroke.ts';

/**
 * Keys as printed on a keyboard: `<Kbd keys="mod+k" />`, `<Kbd keys="g i" />`. Hidden from assistive technology and on touch.
 */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span aria-hidden="true" className="inline-flex flex-none gap-1 pointer-coarse:hidden">
      {keyLabels(keys).map((label, index) => (
        <kbd
          // A key may occur twice in a sequence, so its index is its identity.
          key={index}
          className="grid h-[18px] min-w-[18px] place-items-center rounded-[4px] border border-line-strong bg-surface px-[3px] font-sans text-11 leading-none text-ink-3"
        >
          {label}
        </kbd>
      ))}
    </span>
  );
}
