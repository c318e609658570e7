import { describe, expect, it } from 'vitest'
import { type RefusalCode, refusalCodes } from '../model/verdict.ts'
import { asciiStl, binaryStl, box, sphere } from '../solids.ts'
import { type FileKind, sniff, sniffBytes } from './sniff.ts'

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

function utf16(text: string, { bigEndian = false, mark = true } = {}): Uint8Array {
  const units = Array.from(mark ? `\ufeff${text}` : text, (character) => character.charCodeAt(0))
  return Uint8Array.from(units.flatMap((unit) => (bigEndian ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])))
}

function kindOf(file: Uint8Array | string): FileKind {
  const bytes = typeof file === 'string' ? bytesOf(file) : file
  const known = sniff(bytes.subarray(0, sniffBytes), bytes.length)
  expect(sniff(bytes.subarray(0, sniffBytes), undefined), 'with the length unknown').toBe(known)
  return known
}

const binary = binaryStl(sphere(10, 16))
const ascii = new TextDecoder().decode(asciiStl(box()))
const step = "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nENDSEC;\n"

const zipEntry = (name: string, content = 'x'): string =>
  `PK\x03\x04\x14\0\x08\0\x08\0${'\0'.repeat(16)}${String.fromCharCode(name.length)}\0\0\0${name}${content}`
const igesLine = (text: string, section: string, number: number) =>
  `${text.padEnd(72)}${section}${`${number}`.padStart(7)}`
const iges = [igesLine('', 'S', 1), igesLine('1H,,1H;,4Hpart,', 'G', 1)]
const riff = `RIFF\x24\0\0\0WEBPVP8 ${'\0'.repeat(30)}`
const bitmap = `BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0${'\0'.repeat(40)}`

describe('sniffing STL files', () => {
  it.each<[string, Uint8Array | string, FileKind]>([
    ['binary', binary, 'stl-binary'],
    ['binary whose header begins with solid', binaryStl(sphere(10, 16), 'solid part'), 'stl-binary'],
    [
      'binary whose header pretends to be ASCII',
      binaryStl(box(), 'solid a\nfacet normal 0 0 1\nouter loop\n'),
      'stl-binary',
    ],
    ['binary whose header pretends to be STEP', binaryStl(box(), 'ISO-10303-21;'), 'stl-binary'],
    ['binary whose header pretends to be a GIF', binaryStl(box(), 'GIF89a'), 'stl-binary'],
    ['binary of one triangle', binary.slice(0, 84).fill(1, 80, 81).fill(0, 81), 'stl-binary'],
    ['binary without triangles', new Uint8Array(84), 'stl-binary'],
    ['binary cut off in its triangles', binary.subarray(0, 1000), 'stl-binary'],
    ['binary with a solid header cut off', binaryStl(sphere(10, 16), 'solid x').subarray(0, 777), 'stl-binary'],
    ['binary cut off in its first triangle', binary.subarray(0, 100), 'stl-binary'],
    ['binary with bytes after it', Uint8Array.from([...binary, 1, 2, 3]), 'stl-binary'],
    ['binary with a count of 0', binary.slice().fill(0, 80, 84), 'stl-binary'],
    ['binary with a count of 0xFFFFFFFF', binary.slice().fill(255, 80, 84), 'stl-binary'],
    ['solid and nothing else, the reader says what is missing', 'solid part\0\0\0\0', 'stl-ascii'],
    ['binary cut off in its header', binaryStl(box(), 'STLB\x01').subarray(0, 40), 'other-binary'],
    ['ASCII', ascii, 'stl-ascii'],
    ['ASCII in upper case', ascii.toUpperCase(), 'stl-ascii'],
    ['ASCII with CR LF', ascii.replaceAll('\n', '\r\n'), 'stl-ascii'],
    ['ASCII with CR', ascii.replaceAll('\n', '\r'), 'stl-ascii'],
    ['ASCII after blanks', `\n \t\r\n${ascii}`, 'stl-ascii'],
    ['ASCII after a byte order mark', `\xef\xbb\xbf${ascii}`, 'stl-ascii'],
    ['ASCII with a Latin name', ascii.replace('cotation', 'pi\xe8ce n\xb0 1'), 'stl-ascii'],
    ['ASCII with a zero byte in its name', ascii.replace('cotation', 'a\0b'), 'stl-ascii'],
    ['ASCII padded with zeros', `${ascii}${'\0'.repeat(200)}`, 'stl-ascii'],
    ['ASCII without a name', ascii.replace(' cotation', ''), 'stl-ascii'],
    ['ASCII without a solid line', ascii.slice(ascii.indexOf('facet')), 'stl-ascii'],
    ['ASCII with an endless name', `solid ${'x'.repeat(9000)}\nfacet normal 0 0 1`, 'stl-ascii'],
    ['ASCII of an empty solid', 'solid\nendsolid\n', 'stl-ascii'],
    ['ASCII cut off after its name', 'solid part\nfac', 'stl-ascii'],
    ['ASCII cut off in its first word', 'sol', 'truncated'],
    ['ASCII in UTF-16', utf16(ascii), 'stl-ascii'],
    ['ASCII in UTF-16, big end first', utf16(ascii, { bigEndian: true }), 'stl-ascii'],
    ['ASCII in UTF-16 without a mark', utf16(ascii, { mark: false }), 'stl-ascii'],
  ])('recognises %s', (_, file, kind) => {
    expect(kindOf(file)).toBe(kind)
  })
})

describe('sniffing STEP files', () => {
  it.each<[string, Uint8Array | string, FileKind]>([
    ['plain', step, 'step'],
    ['after blanks', `\r\n  ${step}`, 'step'],
    ['after a byte order mark', `\xef\xbb\xbf${step}`, 'step'],
    ['after comments', `/* made by * hand */\n/**/ ${step}`, 'step'],
    ['in lower case', step.toLowerCase(), 'step'],
    ['with stray control bytes', `${step}\x01\x02`, 'step'],
    ['cut off in its first word', 'ISO-103', 'truncated'],
    ['in UTF-16, which the kernel does not read', utf16(step), 'other-text'],
    ['mentioned in other text', `See ${step}`, 'other-text'],
  ])('recognises %s', (_, file, kind) => {
    expect(kindOf(file)).toBe(kind)
  })
})

describe('sniffing other files', () => {
  it.each<[string, Uint8Array | string, FileKind]>([
    ['nothing', '', 'empty-file'],
    ['blanks', ' \r\n\t\n', 'empty-file'],
    ['zeros', new Uint8Array(1000), 'empty-file'],
    ['many zeros', new Uint8Array(10_000), 'other-binary'],
    ['HTML', '<!DOCTYPE html>\n<html><body>Not found</body></html>', 'html-page'],
    ['HTML without a doctype', '  <HTML lang="fr"><head>', 'html-page'],
    ['HTML after a comment', '<!-- saved -->\n<html>', 'html-page'],
    ['XHTML', '<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html>', 'html-page'],
    ['HTML in UTF-16', utf16('<html><body></body></html>'), 'html-page'],
    ['Git LFS', 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n', 'git-lfs-pointer'],
    ['ZIP', zipEntry('part.stl'), 'zip'],
    ['empty ZIP', `PK\x05\x06${'\0'.repeat(18)}`, 'zip'],
    ['Word document', zipEntry('[Content_Types].xml') + zipEntry('word/document.xml'), 'zip'],
    ['3MF', zipEntry('[Content_Types].xml') + zipEntry('_rels/.rels') + zipEntry('3D/3dmodel.model'), '3mf'],
    ['3MF whose first entry fills the head', zipEntry('[Content_Types].xml', 'x'.repeat(5000)), '3mf'],
    ['3MF with the model first', zipEntry('3D/3dmodel.model'), '3mf'],
    ['gzip', `\x1f\x8b\x08${'\0'.repeat(20)}\x99\x88`, 'zip'],
    ['7z', `7z\xbc\xaf\x27\x1c\0\x04${'\xf3'.repeat(100)}`, 'zip'],
    ['tar', `part.stl${'\0'.repeat(249)}ustar\0${'\x11'.repeat(249)}`, 'zip'],
    ['OBJ', '# Blender\nmtllib a.mtl\no Cube\nv 1.0 1.0 -1.0\nv 1 -1 -1\nvn 0 1 0\nf 1//1 2//1 3//1\n', 'obj'],
    ['OBJ without comments', 'v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n', 'obj'],
    ['IGES', iges.join('\r\n'), 'iges'],
    ['IGES without line ends', iges.join(''), 'iges'],
    ['IGES with zeros before its numbers', iges.join('\n').replace('S      1', 'S0000001'), 'iges'],
    ['PNG', `\x89PNG\r\n\x1a\n\0\0\0\rIHDR`, 'image'],
    ['JPEG', `\xff\xd8\xff\xe0\0\x10JFIF`, 'image'],
    ['GIF', 'GIF89a\x01\0\x01\0', 'image'],
    ['WebP', riff, 'image'],
    ['BMP', bitmap, 'image'],
    ['TIFF', 'II*\0\x08\0\0\0', 'image'],
    ['TIFF, big end first', 'MM\0*\0\0\0\x08', 'image'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"></svg>', 'image'],
    ['SVG with a prologue', '<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg PUBLIC "x" "y">\n<svg>', 'image'],
    ['PDF', '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'pdf'],
    ['prose', 'Dear all,\nplease find attached the part.\n', 'other-text'],
    ['prose that begins with solid', 'solid ground is what we want,\nand a facet or two\n', 'other-text'],
    ['JSON', '{"v": [1, 2, 3]}', 'other-text'],
    ['other XML', '<?xml version="1.0"?><amf unit="millimeter">', 'other-text'],
    ['PLY in text', 'ply\nformat ascii 1.0\nelement vertex 3\n', 'other-text'],
    ['PLY in binary', `ply\nformat binary_little_endian 1.0\n${'\0\0\x80\x3f'.repeat(900)}`, 'other-binary'],
    ['a program', `\x7fELF\x02\x01\x01${'\0'.repeat(9)}\x03\0>\0\x01${'\0\x40\x10'.repeat(100)}`, 'other-binary'],
    ['zeros with little between', new Uint8Array(5000).map((_, i) => (i % 400 === 3 ? 64 : 0)), 'other-binary'],
    ['a few bytes', '\x01\x02\x03', 'other-binary'],
  ])('recognises %s', (_, file, kind) => {
    expect(kindOf(file)).toBe(kind)
  })

  it('gives only codes that have a text', () => {
    const refused: Exclude<FileKind, 'stl-binary' | 'stl-ascii' | 'step'>[] = ['html-page', 'other-binary', 'truncated']
    const codes: readonly RefusalCode[] = refused
    expect(refusalCodes).toEqual(expect.arrayContaining([...codes]))
  })
})

describe('sniffing hostile files', () => {
  it('takes no longer for unclosed or repeated comments', () => {
    for (const row of ['<!---->', '/**/', '<?x>', '<!--', '/*', 'facet ', '\0a', 'v 1 ']) {
      expect(kindOf(`${row.repeat(600)}\x01`)).toMatch(/other-binary|other-text/)
    }
  })

  it('gives the same result inside a larger buffer', () => {
    const around = new Uint8Array(binary.length + 7).fill(65)
    around.set(binary, 7)
    expect(sniff(around.subarray(7, 7 + sniffBytes), binary.length)).toBe('stl-binary')
  })
})
