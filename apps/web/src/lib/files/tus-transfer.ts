import { uploadLimits } from '@cotation/domain'
import type { DetailedError, UploadOptions } from 'tus-js-client'
import { gatewayUrl } from '#lib/gateway/api.ts'
import { session } from '#lib/gateway/session.ts'
import type { Breakage, OpenTransfer } from './transfer.ts'

/** Offset conflict, lock held by another request. */
const transient = new Set([409, 423])

const rateLimited = 429

/** `STORAGE_FULL`: the server has no room, and removes what has arrived. */
const storageFull = 507

function statusOf(error: Error | DetailedError): number {
  return 'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0
}

/** As the library decides, except for a full storage: it stays full for longer than its retries take. */
export function shouldRetry(error: Error | DetailedError): boolean {
  const status = statusOf(error)
  const isTransient = status < 400 || status >= 500 || transient.has(status)
  return isTransient && status !== storageFull && navigator.onLine
}

export function breakage(error: Error | DetailedError): Breakage {
  const status = statusOf(error)
  if (status === 401) return 'session'
  if (status === storageFull) return 'full'

  const isRefused = status >= 400 && status < 500 && !transient.has(status) && status !== rateLimited
  return isRefused ? 'refused' : 'connection'
}

const endpoint = `${gatewayUrl}/upload`

const options = ({ uploadId, resumes }: { uploadId: string; resumes: boolean }): UploadOptions => ({
  endpoint,
  // The server's resource has the id of the upload: after a reload nothing else is needed to
  // resume.
  ...(resumes && { uploadUrl: `${endpoint}/${uploadId}` }),
  storeFingerprintForResuming: false,
  metadata: { uploadId },
  chunkSize: uploadLimits.chunkBytes,
  retryDelays: [0, 1000, 3000, 5000, 10_000, 20_000],
  onShouldRetry: shouldRetry,
  onBeforeRequest(request) {
    // Read for each request: a visitor may log in during the upload.
    const token = session.token() ?? session.temporaryToken()
    if (token) request.setHeader('authorization', `Bearer ${token}`)
  },
})

/**
 * Lets only one tab send a file, because two would reset each other's offset. Undefined if another
 * tab has the lock.
 */
async function holdUpload(uploadId: string): Promise<(() => void) | undefined> {
  // There are no locks over plain HTTP; the server's own lock then makes the second tab wait.
  if (!('locks' in navigator)) return () => {}
  return new Promise((resolve) => {
    navigator.locks
      .request(`upload-${uploadId}`, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined)
        return new Promise<void>((release) => resolve(() => release()))
      })
      .catch(() => resolve(() => {}))
  })
}

/** Sends a file by the tus protocol. The library is loaded with the first file. */
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
