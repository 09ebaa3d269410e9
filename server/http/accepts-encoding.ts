/**
 * Whether a client takes an answer in an encoding, by its header `Accept-Encoding`; a quality of 0 excludes one.
 * @param encoding in small letters, as `gzip`
 */
export function acceptsEncoding(header: string | undefined, encoding: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    return name.trim() === encoding && !parameters.some((parameter) => /^\s*q=0(?:\.0*)?\s*$/.test(parameter));
  });
}
