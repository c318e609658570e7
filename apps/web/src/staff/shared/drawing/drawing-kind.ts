/** By its name: files of other kinds can only be downloaded. */
export const isShownHere = (name: string): boolean => /\.(pdf|png|jpe?g|webp)$/i.test(name)

export type DrawingKind = 'pdf' | 'picture'

/** Readers accept bytes before the header of a PDF. */
const pdfHeadBytes = 1024

const pictureHeads = [/^\x89PNG\r\n\x1a\n/, /^\xff\xd8\xff/, /^RIFF.{4}WEBP/s]

/** By its first bytes, because a name proves nothing. */
export async function drawingKind(file: Blob): Promise<DrawingKind | undefined> {
  const bytes = new Uint8Array(await file.slice(0, pdfHeadBytes).arrayBuffer())
  const head = String.fromCharCode(...bytes)
  if (pictureHeads.some((start) => start.test(head))) return 'picture'
  return head.includes('%PDF-') ? 'pdf' : undefined
}
