import { encode } from 'uqr';
import { messages } from './messages.ts';

const QUIET = 4;

/** A QR code of the link, drawn locally so that no service sees it. */
export function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <figure className="mt-2">
      <svg
        role="img"
        aria-label={messages.reveal.qrLabel}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="mx-auto block size-56 rounded-control bg-white fill-black forced-color-adjust-none"
      >
        <path d={path} />
      </svg>
      <figcaption className="mt-1 text-center text-12 text-ink-3">{messages.reveal.qrText}</figcaption>
    </figure>
  );
}
