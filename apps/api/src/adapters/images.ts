import sharp from 'sharp'

export const avatarPixels = 256
export const imageRefusals = ['format', 'animated', 'too-many-pixels', 'damaged'] as const
export type ImageRefusal = (typeof imageRefusals)[number]
export type AvatarVerdict = { ok: true; webp: Buffer } | { ok: false; reason: ImageRefusal }

const pixelLimit = 40_000_000
const slowestSeconds = 10

/**
 * Drawn anew from its pixels: nothing of the upload's bytes, metadata or hidden second nature reaches other people.
 * Judged by content alone, names and declared types lie.
 */
export async function avatarFrom(upload: Buffer): Promise<AvatarVerdict> {
  const format = formatOf(upload)
  // Before the library sees it: its other readers (SVG, PDF, TIFF …) are not for strangers' files.
  if (!format) return { ok: false, reason: 'format' }
  if (format === 'png' && isAnimatedPng(upload)) return { ok: false, reason: 'animated' }

  try {
    // The limit is checked here and not by the library alone, whose refusal looks like any other damage.
    const header = await sharp(upload, { limitInputPixels: false }).metadata()
    if (header.format !== format) return { ok: false, reason: 'format' }
    if ((header.pages ?? 1) > 1) return { ok: false, reason: 'animated' }
    if (header.width * header.height > pixelLimit) return { ok: false, reason: 'too-many-pixels' }

    const webp = await sharp(upload, { limitInputPixels: pixelLimit, failOn: 'error' })
      .autoOrient()
      .resize(avatarPixels, avatarPixels, { fit: 'cover' })
      .toColourspace('srgb')
      .webp({ quality: 82 })
      .timeout({ seconds: slowestSeconds })
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

/** The library reads the first picture of an animated PNG and does not say that there are more. */
function isAnimatedPng(upload: Buffer): boolean {
  let at = pngSignature.length
  while (at + 8 <= upload.length) {
    const type = upload.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
    at += 12 + upload.readUInt32BE(at)
  }

  return false
}
