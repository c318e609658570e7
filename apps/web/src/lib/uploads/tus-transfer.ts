import { uploadLimits } from '@cotation/domain'
import type { DetailedError, UploadOptions } from 'tus-js-client'
import { gatewayUrl } from '#lib/gateway/api.ts'
import { session } from '#lib/gateway/session.ts'
import type { Breakage, OpenTransfer } from './transfer.ts'
import { holdUpload } from './upload-lock.ts'

function breakage(error: Error | DetailedError): Breakage {
  const status = 'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0
  if (status === 401) return 'session'
  return status >= 400 && status < 500 && status !== 409 && status !== 423 && status !== 429 ? 'refused' : 'connection'
}

const endpoint = `${gatewayUrl}/upload`

const options = ({ uploadId, resumes }: { uploadId: string; resumes: boolean }): UploadOptions => ({
  endpoint,
  // The server names the resource by the upload's own id: after a reload nothing else is needed to go on.
  ...(resumes && { uploadUrl: `${endpoint}/${uploadId}` }),
  storeFingerprintForResuming: false,
  metadata: { uploadId },
  chunkSize: uploadLimits.chunkBytes,
  retryDelays: [0, 1000, 3000, 5000, 10_000, 20_000],
  onBeforeRequest(request) {
    // Asked each time: a visitor may log in while the bytes go.
    const token = session.token() ?? session.temporaryToken()
    if (token) request.setHeader('authorization', `Bearer ${token}`)
  },
})

/** Sends a file by the tus protocol. The library comes with the first file. */
export const openTusTransfer: OpenTransfer = async (file, which, events) => {
  const release = await holdUpload(which.uploadId)
  if (!release) return undefined

  try {
    const { Upload } = await import('tus-js-client')
    const upload = new Upload(file, {
      ...options(which),
      onProgress: (sentBytes) => events.progress(sentBytes),
      onSuccess: () => {
        release()
        events.sent()
      },
      onError: (error) => {
        release()
        events.broken(breakage(error))
      },
    })
    upload.start()

    return {
      pause() {
        void upload.abort()
        release()
      },
      async terminate() {
        await upload.abort(true).catch(() => {})
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
