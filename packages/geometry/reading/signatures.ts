export type SignedKind = 'image' | 'zip' | '3mf' | 'other-binary'

/** Fixed bytes at a fixed offset, one character per byte. */
const signatures = [
  ['image', 0, '\x89PNG\r\n\x1a\n'],
  ['image', 0, '\xff\xd8\xff'],
  ['image', 0, 'GIF87a'],
  ['image', 0, 'GIF89a'],
  ['image', 0, 'II*\0'],
  ['image', 0, 'MM\0*'],
  ['image', 0, '8BPS'],
  ['image', 4, 'ftypheic'],
  ['image', 4, 'ftypheix'],
  ['image', 4, 'ftypmif1'],
  ['image', 4, 'ftypavif'],
  // Other archives count as ZIP: the advice to unpack them first is the same.
  ['zip', 0, 'PK\x05\x06'],
  ['zip', 0, 'PK\x07\x08'],
  ['zip', 0, '\x1f\x8b'],
  ['zip', 0, '7z\xbc\xaf\x27\x1c'],
  ['zip', 0, 'Rar!\x1a\x07'],
  ['zip', 0, 'BZh91AY&SY'],
  ['zip', 0, '\xfd7zXZ\0'],
  ['zip', 0, '\x28\xb5\x2f\xfd'],
  ['zip', 257, 'ustar'],
  // Mesh formats that could be mistaken for binary STL.
  ['other-binary', 0, 'glTF'],
  ['other-binary', 0, 'Kaydara FBX Binary'],
  ['other-binary', 0, 'ply\nformat binary'],
  ['other-binary', 0, 'ply\r\nformat binary'],
] as const

const bitmapInfoBytes = new Set([12, 40, 52, 56, 64, 108, 124])

/** An STL header may start with `BM`: the reserved zeros and next header's length must match. */
const isBitmap = (head: string): boolean =>
  head.startsWith('BM') && head.slice(6, 10) === '\0\0\0\0' && bitmapInfoBytes.has(head.charCodeAt(14))

/** Names of the entries in the head. Headers are found by signature: their sizes may be missing. */
function zipEntryNames(head: string): string[] {
  const names: string[] = []
  for (let at = head.indexOf('PK\x03\x04'); at >= 0; at = head.indexOf('PK\x03\x04', at + 4)) {
    const nameLength = head.charCodeAt(at + 26) + 256 * head.charCodeAt(at + 27)
    if (nameLength > 0) names.push(head.slice(at + 30, at + 30 + nameLength).toLowerCase())
  }
  return names
}

/** Office documents use the same package format as 3MF but contain other folders. */
function zipKind(head: string): 'zip' | '3mf' {
  const names = zipEntryNames(head)
  const inFolder = (...folders: string[]) => names.some((name) => folders.some((folder) => name.startsWith(folder)))
  if (inFolder('3d/')) return '3mf'

  const isPackage = names[0] === '[content_types].xml'
  const isOffice = inFolder('word/', 'xl/', 'ppt/', 'docprops/', 'customxml/')
  return isPackage && !isOffice ? '3mf' : 'zip'
}

/** The format whose signature the head has, if any. */
export function signedKind(head: string): SignedKind | undefined {
  if (head.startsWith('PK\x03\x04')) return zipKind(head)
  if (isBitmap(head) || (head.startsWith('RIFF') && head.startsWith('WEBP', 8))) return 'image'
  return signatures.find(([, at, bytes]) => head.startsWith(bytes, at))?.[0]
}
