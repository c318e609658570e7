import type { Upload } from '@cotation/contracts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#core/app-error.ts'

/** The file of a multipart form, in memory; the contract limits its size. */
export async function readUploadedFile(request: FastifyRequest, upload: Upload): Promise<Uint8Array> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE')

  let file: Uint8Array | null = null
  try {
    // Reads to the end, because a second file is only detected there.
    for await (const part of request.files({ limits: { fileSize: upload.maxBytes, files: 1, fields: 0, parts: 1 } })) {
      // A file of another name is drained too: unread, it would block the connection until timeout.
      if (part.fieldname === upload.field) file = await part.toBuffer()
      else part.file.resume()
    }
  } catch (error) {
    // The parser reports a truncated or malformed form without a status.
    if (error instanceof Error && 'statusCode' in error) throw error
    throw new AppError('MALFORMED', { cause: error })
  }

  if (!file) throw new AppError('VALIDATION', { fields: [{ path: upload.field, code: 'REQUIRED' }] })

  return file
}
