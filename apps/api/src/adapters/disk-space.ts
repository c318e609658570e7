import { statfs } from 'node:fs/promises'

/** What this user may still write to the file system that holds a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const fullDiskCodes = new Set(['ENOSPC', 'EDQUOT'])

/** The disk, or the user's quota on it, is used up. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullDiskCodes.has(String(error.code))
}
