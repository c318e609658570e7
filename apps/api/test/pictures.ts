import sharp from 'sharp'

interface Picture {
  format: 'jpeg' | 'png' | 'webp'
  width?: number
  height?: number
  /** Written to the metadata. */
  copyright?: string
}

/** An image of one colour. */
export function aPicture({ format, width = 40, height = 30, copyright }: Picture): Promise<Buffer> {
  const plain = sharp({ create: { width, height, channels: 3, background: '#0b5a4a' } })
  const told = copyright === undefined ? plain : plain.withExif({ IFD0: { Copyright: copyright } })
  return told.toFormat(format).toBuffer()
}

/** The metadata of an image. */
export async function pictureHead(bytes: Uint8Array): Promise<{ format: string; width: number; height: number }> {
  const { format, width, height } = await sharp(bytes).metadata()
  return { format, width, height }
}
