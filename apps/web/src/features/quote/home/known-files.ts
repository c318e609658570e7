import type { Reading } from '#features/quote/workspace/reading.ts'
import { api } from '#lib/gateway/api.ts'
import { session } from '#lib/gateway/session.ts'

/** Dropped files whose contents one of the customer's projects already has. */
export interface KnownFiles {
  projectId: string
  projectName: string
  matches: readonly { reading: Reading; uploadId: string; isOrdered: boolean }[]
}

/** The digest needs the whole file in memory; larger files are added like any other. */
const maxComparedBytes = 64 * 1024 ** 2

/** The customer waits for the digests: of a large drop, only the first files are compared. */
const maxTotalBytes = 256 * 1024 ** 2

/** Digest in the form of the server. Undefined on a page without TLS, which has no digests. */
async function digestOf(file: File): Promise<string | undefined> {
  try {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return undefined
  }
}

/**
 * The project that has most of the files; the one changed last, if several do. Undefined if there is
 * none, or if it cannot be found out: that must not keep files from being quoted.
 */
export async function findKnownFiles(
  readings: readonly Reading[],
  signal: AbortSignal,
): Promise<KnownFiles | undefined> {
  if (!(session.token() ?? session.temporaryToken())) return undefined

  const digests = new Map<Reading, string>()
  let totalBytes = 0
  for (const reading of readings) {
    const { size } = reading.file
    if (size > maxComparedBytes || totalBytes + size > maxTotalBytes) continue
    totalBytes += size

    const digest = await digestOf(reading.file)
    if (signal.aborted) return undefined
    if (digest !== undefined) digests.set(reading, digest)
  }
  if (digests.size === 0) return undefined

  const body = { digests: [...new Set(digests.values())] }
  const found = await api('POST /global/quote/same-files', { body }, { quiet: true }).catch(() => undefined)
  const projects = Map.groupBy(found?.files ?? [], ({ projectId }) => projectId)
  const [best] = [...projects.values()].toSorted((one, other) => other.length - one.length)
  const [first] = best ?? []
  if (!best || !first) return undefined

  const matches = [...digests].flatMap(([reading, digest]) => {
    const file = best.find(({ sha256 }) => sha256 === digest)
    return file ? [{ reading, uploadId: file.uploadId, isOrdered: file.isOrdered }] : []
  })
  return { projectId: first.projectId, projectName: first.projectName, matches }
}
