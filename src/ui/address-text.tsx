import { Fragment, type ReactNode } from 'react';

/** An email where there is little room: it breaks behind its @ and before its dots; only what is longer still breaks anywhere. */
export function AddressText({ text }: { readonly text: string }): ReactNode {
  return text.split(/(?<=@)|(?=\.)/).map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}
