import { saveFile } from '#src/browser/save-file.ts';
import { svgFile, type SvgFile } from './svg-file.ts';

/** Dots a px, so that the picture is sharp where it is enlarged or printed. */
const SCALE = 2;

export interface Picture {
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
