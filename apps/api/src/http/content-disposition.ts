/** Percent-encoding of RFC 8187: what `encodeURIComponent` leaves alone is allowed there, but for these. */
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * The header that has a browser save an answer under a name (RFC 6266): plain letters for old clients, the whole name encoded. No
 * character of a customer's file name can end the value or begin another header (UPL-5).
 */
export function attachmentNamed(fileName: string | undefined): string {
  if (fileName === undefined) return 'attachment'
  const whole = fileName.toWellFormed()
  const plain = whole.replaceAll(/[^\w .-]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(whole)}`
}
