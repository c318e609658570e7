import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { EmbeddedPostgresError, errorCode } from './error.ts'

/** The system user that runs the server if it cannot be the current one. */
export interface ServerAccount {
  uid: number
  gid: number
}

/** `_postgres` is macOS's name. */
const accountNames = ['postgres', '_postgres', 'nobody'] as const

async function ownerOf(path: string): Promise<ServerAccount | undefined> {
  try {
    const { uid, gid } = await stat(path)
    return { uid, gid }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function findSystemAccount(): Promise<ServerAccount> {
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of accountNames) {
    const entry = entries.find((fields) => fields[0] === name)
    const uid = Number(entry?.[2])
    const gid = Number(entry?.[3])
    if (uid > 0 && gid > 0) return { uid, gid }
  }

  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and this machine has neither a user "postgres" nor "nobody"; start as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * PostgreSQL refuses to run as root. If root starts it, it runs as the owner of the data, who can
 * then continue without root, or as a system account if root owns it. Undefined: current user.
 */
export async function findServerAccount(dataDir: string, cluster: string): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const path of [cluster, dataDir]) {
    const owner = await ownerOf(path)
    if (owner && owner.uid !== 0) return owner
  }
  return await findSystemAccount()
}

function mayPass(folder: { mode: number; uid: number; gid: number }, account: ServerAccount): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0
  return (folder.mode & 0o001) !== 0
}

/** Whether the account can reach the path through all its parent folders, as far as they exist. */
export async function isOpenTo(target: string, account: ServerAccount | undefined): Promise<boolean> {
  if (!account) return true
  for (let path = resolve(target); ; path = dirname(path)) {
    try {
      if (!mayPass(await stat(path), account)) return false
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error
    }
    if (path === dirname(path)) return true
  }
}

/** Makes the account the owner of a folder and its contents. */
export async function handOver(folder: string, account: ServerAccount | undefined): Promise<void> {
  if (!account) return
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), account.uid, account.gid)
  }
  await lchown(folder, account.uid, account.gid)
}

/** A file that root creates in a user's data folder must stay usable for that user. */
export async function shareWithOwner(file: string, dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dataDir)
  await chown(file, uid, gid)
}
