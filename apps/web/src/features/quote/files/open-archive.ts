import type { Entry, FileEntry } from '@zip.js/zip.js'
import { type ArchiveEntry, chooseEntries } from './archive-entries.ts'
import type { DroppedFiles } from './dropped-files.ts'
import { baseName } from './file-kinds.ts'
import { withPath } from './file-path.ts'

export interface UnpackingEvents {
  /** From 0 to 1. */
  progress: (done: number) => void
  signal: AbortSignal
}

/** Archives of a hundred thousand entries are not sets of parts. */
const maxListed = 10_000

interface ListedEntry extends ArchiveEntry {
  entry: FileEntry | undefined
}

/**
 * The name of an entry. Without the flag for UTF-8 it should be CP437, but archives made on a Mac
 * have UTF-8 without the flag.
 */
function entryPath({ filename, filenameUTF8, rawFilename, extraFieldUnicodePath }: Entry): string {
  if (filenameUTF8 || extraFieldUnicodePath) return filename

  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(rawFilename)
  } catch {
    return filename
  }
}

/** Windows programs write `\` between folders. */
const withSlashes = (path: string): string => path.replaceAll('\\', '/').normalize('NFC')

function listed(entry: Entry): ListedEntry {
  return {
    path: withSlashes(entryPath(entry)),
    isFolder: entry.directory,
    isEncrypted: entry.encrypted,
    bytes: entry.uncompressedSize,
    packedBytes: entry.compressedSize,
    entry: entry.directory ? undefined : entry,
  }
}

/** Fails as soon as more bytes arrive than were announced: the directory of a bomb lies. */
function atMost(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new RangeError('more bytes than announced')
      controller.enqueue(chunk)
    },
  })
}

/** Unpacks an entry. The browser may keep the bytes of a blob on disk, unlike those of an array. */
async function unpack(entry: FileEntry, { path, bytes }: ArchiveEntry, signal: AbortSignal): Promise<File> {
  const { readable, writable } = atMost(bytes)
  const content = new Response(readable).blob()
  // Otherwise a failure of `getData` leaves this one unhandled.
  content.catch(() => {})
  await entry.getData(writable, { signal })

  return new File([await content], baseName(path), { lastModified: entry.lastModDate.getTime() })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')

/** Loaded when the first archive is dropped: most customers never drop one. */
const loadUnzip = () => import('@zip.js/zip.js/lib/zip-core-custom.js')
type Unzip = Awaited<ReturnType<typeof loadUnzip>>

/** Fails if the file is not an archive or its directory is incomplete. */
async function listEntries(
  { BlobReader, ZipReader }: Unzip,
  archive: File,
  signal: AbortSignal,
): Promise<ListedEntry[]> {
  const reader = new ZipReader(new BlobReader(archive), {
    // The library's workers are made from strings, which the content policy forbids. The browser
    // unpacks outside the page's thread in any case.
    useWebWorkers: false,
    // `chooseEntries` names unsafe paths; here a single one would refuse the whole archive.
    filenameValidation: 'tolerant',
    checkCrc32: true,
    checkOverlappingEntry: true,
  })

  const entries: ListedEntry[] = []
  for await (const entry of reader.getEntriesGenerator()) {
    signal.throwIfAborted()
    entries.push(listed(entry))
    if (entries.length > maxListed) break
  }

  return entries
}

/** Unpacks the files of an archive that belong to a quote; names the others with the reason. */
export async function openArchive(archive: File, { progress, signal }: UnpackingEvents): Promise<DroppedFiles> {
  const unzip = await loadUnzip()
  let entries: ListedEntry[]
  try {
    entries = await listEntries(unzip, archive, signal)
  } catch (error) {
    signal.throwIfAborted()
    const isEncrypted = messageOf(error) === unzip.ERR_ENCRYPTED_CENTRAL_DIRECTORY
    return { files: [], leftOut: [{ name: archive.name, reason: isEncrypted ? 'encrypted' : 'damagedArchive' }] }
  }

  const { taken, leftOut } = chooseEntries(entries.slice(0, maxListed))
  if (entries.length > maxListed) leftOut.push({ name: archive.name, reason: 'folderTooLarge' })

  const files: File[] = []
  const totalBytes = taken.reduce((sum, { bytes }) => sum + bytes, 0)
  let doneBytes = 0

  for (const one of taken) {
    try {
      if (one.entry) files.push(withPath(await unpack(one.entry, one, signal), `${archive.name}/${one.path}`))
    } catch (error) {
      signal.throwIfAborted()
      const isUnsupported = messageOf(error) === unzip.ERR_UNSUPPORTED_COMPRESSION
      leftOut.push({ name: one.path, reason: isUnsupported ? 'unsupportedCompression' : 'damagedEntry' })
    }

    doneBytes += one.bytes
    progress(doneBytes / totalBytes)
  }

  return { files, leftOut }
}
