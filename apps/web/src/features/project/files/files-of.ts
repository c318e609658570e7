import type { LineView, ProjectView, UploadView } from '@cotation/contracts'

/** A file of a project with the lines that use it. */
export interface ProjectFile {
  upload: UploadView
  thumbnailId: string | null
  lines: Pick<LineView, 'id' | 'name'>[]
}

/** Every file once, in the order of the lines; drawings after the parts that they belong to. */
export function filesOf({ lines }: ProjectView): ProjectFile[] {
  const files = new Map<string, ProjectFile>()
  for (const line of lines)
    for (const upload of [line.upload, ...line.attachments]) {
      const file = files.get(upload.id) ?? { upload, thumbnailId: null, lines: [] }
      if (upload === line.upload) file.thumbnailId ??= line.thumbnailId
      file.lines.push({ id: line.id, name: line.name })
      files.set(upload.id, file)
    }

  return [...files.values()]
}

/** A name for a project made of a file: the file's own without what says its format. */
export const projectNameOf = (fileName: string): string =>
  fileName
    .replace(/\.(stl|step|stp)$/i, '')
    .slice(0, 120)
    .trim() || fileName.slice(0, 120)
