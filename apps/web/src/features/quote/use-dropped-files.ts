import { type ComponentType, useState } from 'react'
import { ensureMessages } from '#lib/texts/messages.ts'

type PartListComponent = ComponentType<{ files: readonly File[] }>

/** The list of parts with its texts, fetched with the first file: a visitor who only reads does not pay for it. */
async function loadPartList(): Promise<PartListComponent> {
  const [{ PartList }] = await Promise.all([
    import('./parts/part-list.tsx'),
    ensureMessages(['parts', 'geometry', 'viewer']),
  ])
  return PartList
}

export function useDroppedFiles() {
  const [files, setFiles] = useState<File[]>([])
  const [PartList, setPartList] = useState<PartListComponent>()
  const [failed, setFailed] = useState(false)
  const take = (dropped: File[]) => {
    setFiles(dropped)
    setFailed(false)
    if (PartList) return
    loadPartList().then(
      (loaded) => setPartList(() => loaded),
      () => setFailed(true),
    )
  }
  return { files, PartList, failed, take }
}
