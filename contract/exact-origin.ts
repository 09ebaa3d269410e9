/** Whether a host is this machine, where http is as good as https. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** These go into security headers, so only exact origins may pass: no wildcard, path or separator. */
export function isExactOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.origin !== text || !/^[\w.:/[\]-]+$/.test(text)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}
