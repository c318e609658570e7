/**
 * Remembers where a file was found. Browsers set the path of files in a chosen folder themselves,
 * but not of those in a dropped folder or an archive.
 */
export function withPath(file: File, path: string): File {
  Object.defineProperty(file, 'webkitRelativePath', { value: path, configurable: true })
  return file
}

/** The folder that a file was found in; empty for a file that was chosen by itself. */
export function folderOf(file: File | undefined): string {
  const path = file?.webkitRelativePath ?? ''
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
