import { vi } from 'vitest'

/** The names of the files that the browser saves from now on. */
export function savedFiles(): string[] {
  const names: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download) names.push(this.download)
  })

  return names
}
