import type { LineView, ProjectView, UploadView } from '@cotation/contracts'

/** A file of a project with the lines that use it. */
export interface ProjectFile {
  upload: UploadView
  thumbnailId: string | null
  lines: Pick<LineView, 'id' | 'name'>[]
}

/** Each file once, sorted by line; drawings follow the part that they belong to. */
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

/** The name of a project created from a file: the file name without its extension. */
export const projectNameOf = (fileName: string): string =>
  fileName
    .replace(/\.(stl|step|stp)$/i, '')
    .slice(0, 120)
    .trim() || fileName.slice(0, 120)
