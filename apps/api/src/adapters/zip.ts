import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { makeZip } from 'client-zip'

export interface ZipEntry {
  /** With folders, separated by slashes. */
  name: string
  content: AsyncIterable<string | Uint8Array> | string | Uint8Array
  modifiedAt: Date
}

/** A ZIP file as a stream. Entries are read one after the other, so memory does not grow with them. */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  return Readable.fromWeb(makeZip(inputsOf(entries), { buffersAreUTF8: true }) as ReadableStream<Uint8Array>)
}

async function* inputsOf(entries: AsyncIterable<ZipEntry>) {
  for await (const { name, content, modifiedAt } of entries) {
    const input = content as AsyncIterable<string | Uint8Array<ArrayBuffer>>
    yield { name, lastModified: modifiedAt, input }
  }
}

/** A name that every file system accepts: customers choose the names of their files. */
export const zipName = (name: string): string =>
  name.replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, '_').replace(/^\.+/, '_') || '_'
