/**
 * What a file is for, by its name. Whether a part can be read is decided by its content, later; so is
 * what a file of another name is.
 */
export type FileKind = 'part' | 'drawing' | 'bom' | 'zip' | 'otherArchive' | 'spreadsheet' | 'hidden' | 'other'

export const partExtension = /\.(stl|step|stp)$/i

/** Files that systems and editors leave in folders: nobody means to send them. */
const hiddenName = /^(\.|~\$|thumbs\.db$|desktop\.ini$)/i

const extensions: readonly (readonly [FileKind, RegExp])[] = [
  ['part', partExtension],
  ['drawing', /\.(pdf|png|jpe?g)$/i],
  ['bom', /\.(csv|tsv)$/i],
  ['zip', /\.zip$/i],
  ['otherArchive', /\.(rar|7z|tar|tgz|gz|bz2|xz|zst|cab|lzh)$/i],
  ['spreadsheet', /\.(xlsx?|xlsm|xlsb|ods|numbers)$/i],
]

/** Models of CAD programs and printers that are not read here. */
export const otherCadExtension =
  /\.(sldprt|sldasm|ipt|iam|prt|asm|catpart|catproduct|par|psm|x_t|x_b|sat|sab|igs|iges|brep|3dm|f3d|dwg|dxf|skp|fcstd|obj|3mf|ply|amf|gltf|glb|wrl|jt)$/i

/** The supported file types, for `accept` of a file dialog. */
export const partTypes = '.stl,.step,.stp'
export const droppableTypes = `${partTypes},.zip,.pdf,.png,.jpg,.jpeg,.csv,.tsv`

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The kind of a file in a folder or archive, by its path with `/`. */
export function fileKind(path: string): FileKind {
  const name = baseName(path)
  if (hiddenName.test(name) || path.split('/').includes('__MACOSX')) return 'hidden'
  return extensions.find(([, extension]) => extension.test(name))?.[0] ?? 'other'
}
