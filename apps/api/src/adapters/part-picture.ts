import sharp from 'sharp'

/** Draws an SVG of our own making: the reader of SVG is not for strangers' files. */
export async function pngOfOwnSvg(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, effort: 3 }).toBuffer()
}
