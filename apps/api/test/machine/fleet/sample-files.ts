import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the release: `/opt/cotation/current` in the sample files. */
export const release = join(import.meta.dirname, '../../../../..')

const read = (path: string) => readFileSync(join(release, 'deploy', path), 'utf8')

/** The values of a key in a unit of systemd. */
function unitValue(unit: string, key: string): string {
  const value = new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1]
  if (value === undefined) throw new Error(`the unit has no ${key}`)
  return value
}

/** The command of a unit of systemd, word by word. */
export function unitCommand(name: 'cotation' | 'cotation-worker'): string[] {
  const unit = read(`systemd/${name}.service`)
  if (unitValue(unit, 'WorkingDirectory') !== '/opt/cotation/current') throw new Error('the unit starts elsewhere')
  return unitValue(unit, 'ExecStart').split(' ')
}

/**
 * The settings of the sample environment file, with the values of this installation. Each of them must
 * be in the sample, in use or as a comment.
 */
export function sampleEnvironment(values: Record<string, string>): Record<string, string> {
  const lines = [...read('environment').matchAll(/^(#?)([A-Z_0-9]+)=(.*)$/gm)]
  const known = new Set(lines.map(([, , name = '']) => name))
  const unknown = Object.keys(values).filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`not in the sample: ${unknown.join(', ')}`)

  const inUse = lines.filter(([, comment]) => comment === '').map(([, , name = '', value = '']) => [name, value])
  return { ...Object.fromEntries(inUse), ...values }
}

interface Site {
  httpPort: number
  httpsPort: number
  serverPorts: readonly number[]
  certificateFile: string
  keyFile: string
}

/** The sample site of nginx with the ports and files of this installation. */
export function sampleSite({ httpPort, httpsPort, serverPorts, certificateFile, keyFile }: Site): string {
  const site = read('nginx/cotation.conf')
  const oneServer = /^( *server) 127\.0\.0\.1:8080 (.*;)$/m.exec(site)
  if (!oneServer) throw new Error('the sample has no server to copy')

  const [line, name, options] = oneServer
  const servers = serverPorts.map((port) => `${name} 127.0.0.1:${port} ${options}`)
  return site
    .replace(line, servers.join('\n'))
    .replace('/etc/cotation/tls/fullchain.pem', certificateFile)
    .replace('/etc/cotation/tls/privkey.pem', keyFile)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${httpPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${httpsPort} `)
}
