/** Wildcard addresses can be listened on but not called. */
const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The URL at which a server that listens on `host` is reached from its own machine. */
export function serverAddress(host: string, port: number): URL {
  const target = loopbackOf[host] ?? host
  return new URL(`http://${target.includes(':') ? `[${target}]` : target}:${port}`)
}
