/** Whether a call is the API's to answer, with its envelope and headers. */
export function isApi({ url = '' }: { readonly url?: string | undefined }): boolean {
  return url.startsWith('/v1') && (url.length === 3 || url[3] === '/' || url[3] === '?');
}
