import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { S3Call } from './s3-multipart.ts'

/** Adds what the test server lacks: a PUT with `If-None-Match: *` fails if the object exists. */
export function conditionalPuts(directory: string) {
  const creating = new Set<string>()

  return async (call: S3Call, next: () => Promise<void>): Promise<void> => {
    if (call.method !== 'PUT' || call.headers['if-none-match'] !== '*') return next()

    const path = decodeURIComponent(call.path)
    const isKnown = creating.has(path)
    creating.add(path)
    const exists = await stat(join(directory, `${path}._S3rver_object`)).catch(() => null)

    if (isKnown || exists) {
      call.type = 'application/xml'
      call.status = 412
      call.body = '<Error><Code>PreconditionFailed</Code></Error>'
      return
    }

    await next()
    creating.delete(path)
  }
}
