import sharp, { type ResizeOptions } from 'sharp'

export const avatarPixels = 256

/** Shows a scratch on a part, and fits in memory many times. */
export const photoPixels = 2048

type ImageRefusal = 'format' | 'animated' | 'too-many-pixels' | 'damaged'
export type ImageVerdict = { ok: true; webp: Buffer } | { ok: false; reason: ImageRefusal }

const pixelLimit = 40_000_000
const timeoutSeconds = 10

/** A square picture of a person. */
export const createAvatar = (upload: Buffer): Promise<ImageVerdict> =>
  reencode(upload, { width: avatarPixels, height: avatarPixels, fit: 'cover' })

/** A photo of a part, whole, without the place and device that cameras write into it. */
export const createPhoto = (upload: Buffer): Promise<ImageVerdict> =>
  reencode(upload, { width: photoPixels, height: photoPixels, fit: 'inside', withoutEnlargement: true })

/**
 * Re-encoded from the pixels, so that no metadata or embedded payload reaches other users. Only the
 * content decides the format; names and declared types can lie.
 */
async function reencode(upload: Buffer, size: ResizeOptions): Promise<ImageVerdict> {
  const format = formatOf(upload)
  // Checked before sharp: its other decoders (SVG, PDF, TIFF …) must not read untrusted files.
  if (!format) return { ok: false, reason: 'format' }
  if (format === 'png' && isAnimatedPng(upload)) return { ok: false, reason: 'animated' }

  try {
    // Checked here too, because sharp's own limit error looks like any other damage.
    const header = await sharp(upload, { limitInputPixels: false }).metadata()
    if (header.format !== format) return { ok: false, reason: 'format' }
    if ((header.pages ?? 1) > 1) return { ok: false, reason: 'animated' }
    if (header.width * header.height > pixelLimit) return { ok: false, reason: 'too-many-pixels' }

    const webp = await sharp(upload, { limitInputPixels: pixelLimit, failOn: 'error' })
      .autoOrient()
      .resize(size)
      .toColourspace('srgb')
      .webp({ quality: 82 })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer()

    return { ok: true, webp }
  } catch {
    return { ok: false, reason: 'damaged' }
  }
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function formatOf(upload: Buffer): 'jpeg' | 'png' | 'webp' | null {
  if (upload.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (upload.subarray(0, 8).equals(pngSignature)) return 'png'
  const isRiff = upload.toString('latin1', 0, 4) === 'RIFF' && upload.toString('latin1', 8, 12) === 'WEBP'
  return isRiff ? 'webp' : null
}

/** sharp reads the first frame of an animated PNG without reporting the others. */
function isAnimatedPng(upload: Buffer): boolean {
  let offset = pngSignature.length
  while (offset + 8 <= upload.length) {
    const type = upload.toString('latin1', offset + 4, offset + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
    offset += 12 + upload.readUInt32BE(offset)
  }

  return false
}

/** For SVGs that we generate ourselves only: sharp's SVG decoder must not read untrusted files. */
export async function renderOwnSvg(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer()
}

/** Twice the print resolution for 44 points. */
const iconPixels = 160
/** 200 dots per inch on half the width of a page. */
const halfPagePixels = 700

/** A small opaque JPEG; undefined if unreadable: better a document without the image than none. */
export const imageForPdf = (image: Uint8Array): Promise<Buffer | undefined> => jpegForPdf(image, iconPixels)

/** One of our own photos as an opaque JPEG for half the width of a page; undefined if unreadable. */
export const photoForPdf = (photo: Uint8Array): Promise<Buffer | undefined> => jpegForPdf(photo, halfPagePixels)

async function jpegForPdf(image: Uint8Array, pixels: number): Promise<Buffer | undefined> {
  try {
    return await sharp(image, { limitInputPixels: photoPixels ** 2 })
      .flatten({ background: '#ffffff' })
      .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 82 })
      .toBuffer()
  } catch {
    return undefined
  }
}
