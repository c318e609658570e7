import type { Upload } from '@cotation/contracts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#core/app-error.ts'

/** The one file of a multipart form, held in memory up to the contract's bound. */
export async function uploadedFile(request: FastifyRequest, upload: Upload): Promise<Uint8Array> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE')

  let file: Uint8Array | null = null
  try {
    // Read to the end: a second file shows only there.
    for await (const part of request.files({ limits: { fileSize: upload.maxBytes, files: 1, fields: 0, parts: 1 } })) {
      // A file of another name is read as well: left unread, it blocks the connection until that times out.
      if (part.fieldname === upload.field) file = await part.toBuffer()
      else part.file.resume()
    }
  } catch (error) {
    // A form that breaks off or is none: the parser says so without a status.
    if (error instanceof Error && 'statusCode' in error) throw error
    throw new AppError('MALFORMED', { cause: error })
  }

  if (!file) throw new AppError('VALIDATION', { fields: [{ path: upload.field, code: 'REQUIRED' }] })

  return file
}
