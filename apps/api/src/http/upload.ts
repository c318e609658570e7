import type { Upload } from '@cotation/contracts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#src/app-error.ts'

/** The one file of a multipart form, held in memory up to the contract's bound. */
export async function uploadedFile(request: FastifyRequest, upload: Upload): Promise<Uint8Array> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  const part = await request.file({ limits: { fileSize: upload.maxBytes, files: 1, fields: 0, parts: 1 } })
  if (part?.fieldname !== upload.field) {
    throw new AppError('VALIDATION', { fields: [{ path: upload.field, code: 'REQUIRED' }] })
  }
  return part.toBuffer()
}
