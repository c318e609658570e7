export type TextKind =
  | 'stl-ascii'
  | 'step'
  | 'html-page'
  | 'git-lfs-pointer'
  | 'obj'
  | 'iges'
  | 'image'
  | 'pdf'
  | 'empty-file'
  | 'truncated'
  | 'other-text'

/** Blanks and a byte order mark (decoded or as UTF-8 bytes). */
const lead = /^(?:\s|\ufeff|\u00ef\u00bb\u00bf)*/

/**
 * What may precede the first word of STEP and of markup. Removed separately: in a longer pattern,
 * many comments in a hostile file would cause catastrophic backtracking.
 */
const stepLead = /^(?:\s|\/\*[\s\S]*?\*\/)*/
const markupLead = /^(?:\s|<!--[\s\S]*?-->|<\?[^>]*>)*/

const isHtml = /^<(?:!doctype\s+html|html|head|body|title|script|meta)\b/i
const isSvg = /^<(?:!doctype\s+svg|svg)\b/i
const isLfsPointer = /^version https?:\/\/(?:git-lfs\.github\.com|hawser\.github\.com|git-media\.io)\//
const solidLine = /^solid(?:[^\S\r\n][^\r\n]*)?(?:[\r\n]|$)/i
const facetWord = /(?:^|\s)(?:facet\s+normal|outer\s+loop|endsolid)\b/i
const bareFacet = /^facet\s+normal\s/i

/** Columns 1 to 72 are text, 73 the section (S, or C if compressed), 74 to 80 its line number. */
const igesLine = /^[^\r\n]{72}[SC][ 0]{0,6}1(?:[^\S\r\n]*[\r\n]|[^\r\n]{72}[SG] *\d)/
const objWord = /^(?:v|vn|vt|vp|f|l|p|o|g|s|mg|usemtl|mtllib)\s/
const objVertex = /^v[ \t]+[-+.\d][^\s]*[ \t]+[-+.\d][^\s]*[ \t]+[-+.\d]/

function isObj(text: string): boolean {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  const words = lines.filter((line) => line !== '' && !line.startsWith('#'))
  return words.some((line) => objVertex.test(line)) && objWord.test(`${words[0]} `)
}

/** Formats that are recognised by their beginning, even if binary data follows. */
export function beginningKind(head: string): TextKind | undefined {
  const text = head.replace(lead, '')
  if (/^ISO-10303-21\b/i.test(text.replace(stepLead, ''))) return 'step'
  if (text.startsWith('%PDF-')) return 'pdf'

  const markup = text.replace(markupLead, '')
  if (isHtml.test(markup)) return 'html-page'
  if (isSvg.test(markup)) return 'image'
  if (isLfsPointer.test(text)) return 'git-lfs-pointer'
  if (bareFacet.test(text) || (/^solid\s/i.test(text) && facetWord.test(text))) return 'stl-ascii'

  return undefined
}

/** The format of a head that contains only text; `whole` if the file ends there. */
export function textKind(head: string, whole: boolean): TextKind {
  const known = beginningKind(head)
  if (known) return known

  const text = head.replace(lead, '')
  if (text === '') return whole ? 'empty-file' : 'other-text'

  if (solidLine.test(text)) {
    // A name may fill the head. After it, only the start of a facet or the end may be cut off.
    const rest = text.replace(solidLine, '').trim().toLowerCase()
    return ['facet normal', 'endsolid'].some((word) => word.startsWith(rest)) ? 'stl-ascii' : 'other-text'
  }

  const start = text.trimEnd().toLowerCase()
  if (whole && ['solid', 'iso-10303-21'].some((word) => word.startsWith(start))) return 'truncated'
  if (igesLine.test(head)) return 'iges'

  return isObj(text) ? 'obj' : 'other-text'
}
