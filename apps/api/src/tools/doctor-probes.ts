import { readdir, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { connect } from 'node:tls'

/**
 * What a browser would find at an https address; `refused` and `unreachable` are error codes of
 * Node.
 */
export type CertificateState = { daysLeft: number } | { refused: string } | { unreachable: string }

const timeoutMs = 5_000
const dayMs = 86_400_000

/** No server answers, perhaps only because of this machine's network. */
const connectionCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
])

/** Reads the certificate of an https address. `ca` are authorities to trust instead of the usual ones. */
export function probeCertificate(url: string, ca?: string): Promise<CertificateState> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const servername = isIP(host) === 0 ? { servername: host } : {}

  return new Promise((settle) => {
    // Otherwise the socket would fail before the reason of the refusal can be read.
    const socket = connect({ host, port: Number(port || 443), ...servername, ca, rejectUnauthorized: false })
    const end = (state: CertificateState) => {
      socket.destroy()
      settle(state)
    }

    socket.setTimeout(timeoutMs, () => end({ unreachable: 'ETIMEDOUT' }))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.name
      end(connectionCodes.has(code) ? { unreachable: code } : { refused: code })
    })
    socket.on('secureConnect', () => {
      // The declared type is an error, the value is its code.
      const fault: unknown = socket.authorizationError
      const validTo = Date.parse(socket.getPeerCertificate().valid_to)
      end(socket.authorized ? { daysLeft: (validTo - Date.now()) / dayMs } : { refused: String(fault) })
    })
  })
}

interface NamedFiles {
  brandFile: string
  /** The file with the settings of the service; they hold passwords. */
  environment?: string | undefined
  backups?: string | undefined
}

/**
 * Files that other accounts of this machine can read or change but must not, each with what to do.
 */
export async function listOpenFiles({ brandFile, environment, backups }: NamedFiles): Promise<string[]> {
  // Windows has no modes.
  if (process.platform === 'win32') return []

  const faults: string[] = []
  // Customers pay to the accounts in it.
  if (await hasMode(brandFile, 0o002)) faults.push(`Others can change ${brandFile}: chmod 644.`)
  if (environment !== undefined) faults.push(...(await environmentFaults(resolve(environment))))
  if (backups !== undefined)
    for (const folder of await listOpenBackups(resolve(backups))) faults.push(`Others can read ${folder}: chmod 700.`)
  return faults
}

async function environmentFaults(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (!found) return [`There is no file ${path}.`]
  return (found.mode & 0o027) === 0 ? [] : [`Others can read ${path}, which holds passwords: chmod 600.`]
}

/** In a folder that only its owner may enter, the modes of backups do not matter. */
async function listOpenBackups(folder: string): Promise<string[]> {
  if (!(await hasMode(folder, 0o077))) return []

  const open: string[] = []
  for (const name of await readdir(folder)) if (await hasMode(join(folder, name), 0o077)) open.push(join(folder, name))
  return open
}

/** Whether the file exists and gives one of these permissions. */
async function hasMode(path: string, bits: number): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && (found.mode & bits) !== 0
}
