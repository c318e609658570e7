import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Longer paths cannot be opened on macOS; Linux allows four bytes more. */
const maxPathBytes = 103

const namePrefix = '.s.PGSQL.'

/**
 * The server opens its socket in its working directory, which is the cluster's folder: only its owner
 * may enter it. A relative path, because the server may not reach the folder by its own path.
 */
export const socketSettings: Readonly<Record<string, string>> =
  process.platform === 'win32' ? {} : { unix_socket_directories: '.' }

/** The socket of the cluster's server. */
export const socketFileOf = (cluster: string, port: number): string => join(cluster, `${namePrefix}${port}`)

/** Whether a program can connect to the file. */
export async function isSocket(file: string): Promise<boolean> {
  if (Buffer.byteLength(file) > maxPathBytes) return false

  return stat(file).then(
    (found) => found.isSocket(),
    () => false,
  )
}

/** Removes what a server that was killed has left: its socket and the socket's lock file. */
export async function removeSockets(cluster: string): Promise<void> {
  const names = await readdir(cluster)
  for (const name of names.filter((found) => found.startsWith(namePrefix)))
    await rm(join(cluster, name), { force: true })
}
