import sharp from 'sharp'

/** For SVGs that we generate ourselves only: sharp's SVG decoder must not read untrusted files. */
export async function renderOwnSvg(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, effort: 3 }).toBuffer()
}
