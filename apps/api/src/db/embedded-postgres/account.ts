import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { EmbeddedPostgresError, errorCode } from './error.ts'

/** The operating system's user that the server runs as, when it cannot be the one we run as. */
export interface ServerAccount {
  uid: number
  gid: number
}

/** `_postgres` is macOS's name. */
const ACCOUNT_NAMES = ['postgres', '_postgres', 'nobody'] as const

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
  for (const name of ACCOUNT_NAMES) {
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
 * PostgreSQL refuses root. A root start uses whoever already owns the data, so that the owner can go on without root
 * afterwards, and a system account when root itself owns it. Undefined: run as ourselves.
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

/** Whether the account can walk from the root down to the folder or program, as far as that exists. */
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

/** Gives a folder and all it holds to the account. */
export async function handOver(folder: string, account: ServerAccount | undefined): Promise<void> {
  if (!account) return
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), account.uid, account.gid)
  }
  await lchown(folder, account.uid, account.gid)
}

/** What root creates in an ordinary user's data folder must stay usable for that user. */
export async function shareWithOwner(file: string, dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dataDir)
  await chown(file, uid, gid)
}
