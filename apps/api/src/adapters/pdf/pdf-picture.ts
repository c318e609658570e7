import sharp from 'sharp'

/** Twice what a printer needs of a picture of 44 points. */
const pixels = 160

/** A picture made small and opaque for paper; undefined where it is none: a document is better without it than not at all. */
export async function pictureForPaper(image: Uint8Array): Promise<Buffer | undefined> {
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
