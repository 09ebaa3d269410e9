/** The texts of a page by what decides on their colours. */
export interface ColourKeys {
  readonly keys: readonly string[];
  /** Those that are still in the page. */
  readonly elementsOf: (key: string) => Element[];
}

/** The background of a text: an element, and those behind it where it is transparent. */
interface Ground {
  readonly key: string;
  readonly opacity: number;
}

/**
 * Runs in the page, in the light theme. Gives every element with its own text a key of everything that decides its contrast
 * in either theme: the size, and the classes and current colours of it and its ancestors up to the opaque background.
 * Classes name theme tokens; current colours tell hover, focus, selection and disabled apart. An element that is painted
 * underneath without being an ancestor is not in the key.
 */
export function findColourKeys(): ColourKeys {
  // 64 bits: the classes of all that is around a text are long.
  function hash(text: string): string {
    let [high, low] = [0xde_ad_be_ef, 0x41_c6_ce_57];
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      high = Math.imul(high ^ code, 2_654_435_761);
      low = Math.imul(low ^ code, 1_597_334_677);
    }
    return `${(high >>> 0).toString(36)}-${(low >>> 0).toString(36)}`;
  }

  const grounds = new Map<Element, Ground>();

  function readGround(element: Element): Ground {
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { parentElement: parent } = element;
    const under = parent === null ? { key: '', opacity: 1 } : readGround(parent);
    const { color, backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const isOpaque = backgroundImage === 'none' && /^rgb\([^/]*\)$/.test(backgroundColor);
    const inline = element.getAttribute('style')?.match(/(?:color|background)[^;]*/g);
    const own = [element.tagName, element.getAttribute('class'), inline, color, backgroundColor, backgroundImage];
    const ground = {
      key: hash([...own, isOpaque ? '' : under.key].join()),
      opacity: under.opacity * Number(opacity),
    };
    grounds.set(element, ground);
    return ground;
  }

  const media = ['(prefers-contrast: more)', '(forced-colors: active)'].map((query) => matchMedia(query).matches);
  const page = [document.styleSheets[0]?.href, ...media, ...Object.entries(document.documentElement.dataset)];
  const dialogs = document.querySelectorAll('dialog:modal, [aria-modal]');
  const byKey = new Map<string, Element[]>();
  for (const element of (dialogs[dialogs.length - 1] ?? document).querySelectorAll('*')) {
    const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const isText = texts.some(({ nodeValue }) => nodeValue?.trim() !== '');
    if (!(isText || element.matches('a[href], input, select, textarea')) || !element.checkVisibility()) continue;
    const { fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element);
    const isOff = element.closest(':disabled, [aria-disabled="true"]') !== null;
    const ground = readGround(element);
    const own = [fontSize, fontWeight, textDecorationLine, textShadow, isOff, ground.opacity, ground.key];
    const key = hash([...page, ...own].join());
    byKey.set(key, [...(byKey.get(key) ?? []), element]);
  }
  return {
    keys: [...byKey.keys()],
    elementsOf: (key) => (byKey.get(key) ?? []).filter(({ isConnected }) => isConnected),
  };
}
