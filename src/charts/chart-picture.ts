import { saveFile } from '#src/browser/save-file.ts';

/** Dots a px, so that the picture is sharp where it is enlarged or printed. */
const SCALE = 2;

interface Picture {
  readonly chart: SVGSVGElement;
  readonly title: string;
  readonly note: string;
  /** Without an ending. */
  readonly fileName: string;
}

export function saveSvg({ chart, title, note, fileName }: Picture): void {
  saveFile(svgFile(chart, title, note).text, `${fileName}.svg`, 'image/svg+xml;charset=utf-8');
}

/** Rejects where the browser does not make the picture. */
export async function savePng({ chart, title, note, fileName }: Picture): Promise<void> {
  saveFile(await pngOf(svgFile(chart, title, note)), `${fileName}.png`, 'image/png');
}

async function pngOf({ text, width, height }: SvgFile): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (context === null || png === null) throw new Error('The browser made no picture');
  return png;
}

/** Styles that a picture takes along as attributes, by their names in SVG: the style sheet is not in the file. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'text-anchor',
  'font-size',
  'font-weight',
  'font-variant-numeric',
] as const;
const INITIAL: Readonly<Record<string, string>> = {
  'fill-opacity': '1',
  opacity: '1',
  'paint-order': 'normal',
  'font-variant-numeric': 'normal',
  'stroke-dasharray': 'none',
};
const SVG = 'http://www.w3.org/2000/svg';

/** px around the picture, and of its heading. */
const PADDING = 16;
const HEADING = 48;
const LEGEND = 24;
const SQUARE = 8;

/** A picture that stands by itself. */
interface SvgFile {
  readonly text: string;
  /** px */
  readonly width: number;
  readonly height: number;
}

/**
 * The chart as a file: with its title, what it covers, names of its series, and all that the style sheet says of it.
 * @param chart as it is on screen, in the theme that it shall have
 */
function svgFile(chart: SVGSVGElement, title: string, note: string): SvgFile {
  const page = getComputedStyle(chart);
  const colour = (name: string): string => page.getPropertyValue(name).trim();
  const { width: chartWidth, height: chartHeight } = chart.getBoundingClientRect();
  const legend = seriesOf(chart);
  const top = PADDING + HEADING + (legend.length > 1 ? LEGEND : 0);
  const width = Math.ceil(chartWidth + 2 * PADDING);
  const height = Math.ceil(top + chartHeight + PADDING);

  const file = element('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': page.fontFamily });
  file.append(element('title', {}, `${title}, ${note}`));
  file.append(element('rect', { width, height, fill: colour('--bg-surface') }));
  const heading = { x: PADDING, y: 32, fill: colour('--text'), 'font-size': 14, 'font-weight': 600 };
  file.append(element('text', heading, title));
  file.append(element('text', { x: PADDING, y: 50, fill: colour('--text-3'), 'font-size': 12 }, note));
  if (legend.length > 1) file.append(...legendOf(legend, colour('--text-2')));

  const picture = element('g', { transform: `translate(${PADDING} ${top})` });
  for (const child of chart.children) if (!/^(?:title|desc)$/.test(child.localName)) picture.append(copyOf(child));
  file.append(picture);
  return { text: new XMLSerializer().serializeToString(file), width, height };
}

/** An element with its look as attributes and without anything that only the page understands. */
function copyOf(source: Element): Element {
  const copy = document.createElementNS(SVG, source.localName);
  for (const { name, value } of source.attributes)
    if (!/^(?:class|style|role|tabindex|aria-.*|data-.*)$/.test(name)) copy.setAttribute(name, value);
  const look = getComputedStyle(source);
  for (const name of STYLES) {
    const value = look.getPropertyValue(name);
    if (value !== '' && value !== INITIAL[name]) copy.setAttribute(name, value);
  }
  for (const child of source.childNodes) {
    if (child instanceof Element) copy.append(copyOf(child));
    else if (child instanceof Text) copy.append(child.data);
  }
  return copy;
}

interface NamedColour {
  readonly name: string;
  readonly fill: string;
}

/** The series in the order in which they are drawn. */
function seriesOf(chart: SVGSVGElement): readonly NamedColour[] {
  const found = new Map<string, string>();
  for (const mark of chart.querySelectorAll<SVGElement>('[data-series]')) {
    const { series = '' } = mark.dataset;
    if (!found.has(series)) found.set(series, getComputedStyle(mark).fill);
  }
  return [...found].map(([name, fill]) => ({ name, fill }));
}

function legendOf(legend: readonly NamedColour[], ink: string): readonly SVGElement[] {
  const measure = document.createElement('canvas').getContext('2d');
  if (measure !== null) measure.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  let x = PADDING;
  return legend.flatMap(({ name, fill }) => {
    const square = element('rect', { x, y: 63, width: SQUARE, height: SQUARE, rx: 2, fill });
    const text = element('text', { x: x + SQUARE + 6, y: 71, fill: ink, 'font-size': 12 }, name);
    x += SQUARE + 22 + (measure?.measureText(name).width ?? name.length * 7);
    return [square, text];
  });
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== '') made.textContent = text;
  if (!(made instanceof SVGElement)) throw new TypeError(`${name} is no element of SVG`);
  return made;
}
