import type { Catalogue, Configuration, PartMeasures } from '@cotation/domain'
import { useRef } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { configurationText, parseConfiguration } from './configuration-text.ts'

interface Copied {
  text: string
  configuration: Configuration
  part: PartMeasures | undefined
}

/** A copied configuration. `part` is undefined if it was copied on another page. */
export type CopiedConfiguration = Omit<Copied, 'text'>

/**
 * Copies and pastes configurations through the system clipboard. Also remembers the last copy,
 * because browsers may deny reading the clipboard.
 */
export function useConfigurationClipboard(catalogue: Catalogue) {
  const last = useRef<Copied>(undefined)
  const read = (text: string): CopiedConfiguration | undefined => {
    if (last.current?.text === text.trim()) return last.current
    const configuration = parseConfiguration(text, catalogue)
    return configuration && { configuration, part: undefined }
  }

  return {
    /** Returns the text for the clipboard; undefined if the line has no configuration. */
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
