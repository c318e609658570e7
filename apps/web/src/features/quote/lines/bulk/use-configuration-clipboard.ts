import type { Catalogue, Configuration, PartMeasures } from '@cotation/domain'
import { useRef } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { configurationOf, configurationText } from './configuration-text.ts'

interface Copied {
  text: string
  configuration: Configuration
  part: PartMeasures | undefined
}

/**
 * What was copied here; where the text came from elsewhere, the part that it was made for is not
 * known.
 */
export type CopiedConfiguration = Omit<Copied, 'text'>

/**
 * Copies and pastes configurations through the system's clipboard. The last one copied here is kept
 * too: a browser may refuse to let a page read the clipboard.
 */
export function useConfigurationClipboard(catalogue: Catalogue) {
  const last = useRef<Copied>(undefined)
  const read = (text: string): CopiedConfiguration | undefined => {
    if (last.current?.text === text.trim()) return last.current
    const configuration = configurationOf(text, catalogue)
    return configuration && { configuration, part: undefined }
  }

  return {
    /** The text to hand to the clipboard; undefined where the line has no configuration. */
    copy({ configuration, part }: WorkLine): string | undefined {
      if (!configuration) return undefined
      const text = configurationText(configuration)
      last.current = { text, configuration, part }
      return text
    },
    read,
    async readSystem(): Promise<CopiedConfiguration | undefined> {
      const text = await navigator.clipboard?.readText().catch(() => undefined)
      return (text === undefined ? undefined : read(text)) ?? last.current
    },
  }
}
