/** Percent-encoding of RFC 8187, which allows fewer characters than `encodeURIComponent`. */
const encode = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Makes the browser save the answer under a name (RFC 6266), in ASCII for old clients and encoded
 * in full. No character of a file name can end the value or start another header (UPL-5).
 */
export function contentDisposition(fileName: string | undefined): string {
  if (fileName === undefined) return 'attachment'

  const name = fileName.toWellFormed()
  const ascii = name.replaceAll(/[^\w .-]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encode(name)}`
}
