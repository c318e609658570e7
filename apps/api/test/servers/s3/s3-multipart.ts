import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The part of the server's request that is needed here. */
export interface S3Call {
  method: string
  path: string
  query: Record<string, string | undefined>
  headers: Record<string, string | undefined>
  status: number
  type: string
  body: string
}

/**
 * Adds what resumable uploads need and the test server lacks: ListParts and AbortMultipartUpload,
 * on the folder in which it keeps the parts.
 */
export function multipartCalls(directory: string) {
  return async (call: S3Call, next: () => Promise<void>): Promise<void> => {
    const { uploadId, partNumber } = call.query
    if (uploadId === undefined || partNumber !== undefined || call.method === 'POST') return next()

    const [, bucket = ''] = call.path.split('/')
    const folder = join(directory, bucket, '._S3rver_uploads', uploadId)
    const names = await readdir(folder).catch(() => null)

    call.type = 'application/xml'

    if (names === null) {
      call.status = 404
      call.body = '<Error><Code>NoSuchUpload</Code></Error>'
    } else if (call.method === 'DELETE') {
      await rm(folder, { recursive: true })
      call.status = 204
    } else {
      call.status = 200
      call.body = `<ListPartsResult><IsTruncated>false</IsTruncated>${(await parts(folder, names)).join('')}</ListPartsResult>`
    }
  }
}

/** A part counts once its checksum is written, as the server does last. */
async function parts(folder: string, names: string[]): Promise<string[]> {
  const numbers = names.filter((name) => /^\d+$/.test(name) && names.includes(`${name}.md5`)).map(Number)
  return Promise.all(
    numbers
      .sort((a, b) => a - b)
      .map(async (number) => {
        const { size } = await stat(join(folder, String(number)))
        const md5 = await readFile(join(folder, `${number}.md5`), 'utf8')
        return `<Part><PartNumber>${number}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size></Part>`
      }),
  )
}
