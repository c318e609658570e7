import type { Configuration } from '@cotation/domain'

/** The files that services of a line need: artwork, paint zones, instructions, colour samples. */
export function serviceFileIds(configuration: Configuration | null | undefined): string[] {
  return (configuration?.services ?? []).flatMap((selection) => {
    switch (selection.id) {
      case 'dyeing':
        return selection.fileId ?? []
      case 'painting':
        return selection.zonesFileId ?? []
      case 'silkscreen':
        return selection.artworkFileId ?? []
      case 'assembling':
        return selection.instructionsFileId ?? []
      default:
        return []
    }
  })
}
