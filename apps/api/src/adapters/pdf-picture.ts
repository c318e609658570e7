import sharp from 'sharp'

/** Twice the print resolution for 44 points. */
const pixels = 160

/** A small opaque JPEG; undefined for an unreadable image, because a document without it is better than none. */
export async function imageForPdf(image: Uint8Array): Promise<Buffer | undefined> {
  try {
    return await sharp(image, { limitInputPixels: 4_000_000 })
      .flatten({ background: '#ffffff' })
      .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 82 })
      .toBuffer()
  } catch {
    return undefined
  }
}
