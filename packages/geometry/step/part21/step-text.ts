function hexText(hex: string, width: 4 | 8): string {
  let text = ''
  for (let i = 0; i + width <= hex.length; i += width) {
    const code = Number.parseInt(hex.slice(i, i + width), 16)
    if (Number.isNaN(code) || code > 0x10ffff) continue
    text += width === 4 ? String.fromCharCode(code) : String.fromCodePoint(code)
  }
  return text
}

/** UTF-8, as in the third edition of the standard, else Latin-1, as older systems write. */
function plainText(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  return text.includes('\ufffd') ? new TextDecoder('latin1').decode(bytes) : text
}

const escapes =
  /\\X2\\([0-9A-Fa-f]*)\\X0\\|\\X4\\([0-9A-Fa-f]*)\\X0\\|\\X\\([0-9A-Fa-f]{2})|\\S\\([\s\S])|\\P[A-I]\\|\\[NTnt]\\|\\\\|''|[\r\n]/g

/** Decodes a string: `\X2\…\X0\`, `\X4\`, `\X\`, `\S\`, doubled quotes and folded lines. */
export const stepText = (bytes: Uint8Array): string =>
  plainText(bytes).replace(escapes, (found, utf16, utf32, byte, high) => {
    if (utf16 !== undefined) return hexText(utf16, 4)
    if (utf32 !== undefined) return hexText(utf32, 8)
    if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16))
    if (high !== undefined) return String.fromCharCode((high.charCodeAt(0) & 127) + 128)
    if (found === "''") return "'"
    if (found === '\\\\') return '\\'
    return /^\\[NT]/i.test(found) ? ' ' : ''
  })
