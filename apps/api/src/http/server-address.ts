/** Where a server that listens on `host` is reached from its own machine: an address to listen on everywhere is none to call. */
export function serverAddress(host: string, port: number): URL {
  const known = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return new URL(`http://${known.includes(':') ? `[${known}]` : known}:${port}`)
}
