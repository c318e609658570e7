import type { ImageVerdict } from '#adapters/images.ts'
import { AppError } from './app-error.ts'

/** The re-encoded image; throws `IMAGE_TOO_LARGE` or `IMAGE_UNSUPPORTED` if it was refused. */
export function acceptedImage(verdict: ImageVerdict): Buffer {
  if (verdict.ok) return verdict.webp
  throw new AppError(verdict.reason === 'too-many-pixels' ? 'IMAGE_TOO_LARGE' : 'IMAGE_UNSUPPORTED')
}
