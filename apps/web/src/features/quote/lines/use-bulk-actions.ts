import type { Catalogue, Configuration, PartMeasures } from '@cotation/domain'
import { type ClipboardEvent, useRef, useState } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { configurationText, parseConfiguration } from './configuration-text.ts'
import type { Outcome } from './left-out-notice.tsx'
import { type BulkEdit, pastedConfiguration } from './paste-configuration.ts'

const textFields = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'

/** The customer copies or pastes text: left to the browser. */
const isTextEvent = ({ target }: ClipboardEvent) =>
  (target instanceof Element && target.closest(textFields) !== null) || window.getSelection()?.isCollapsed === false

interface Targets {
  selected: readonly WorkLine[]
  /** The line whose row has the focus. */
  active: WorkLine | undefined
}

/** Edits several lines as one step, and copies and pastes configurations between lines. */
export function useBulkActions({ catalogue, actions }: Workspace, { selected, active }: Targets) {
  const t = useTranslations('line.clipboard')
  const [outcome, setOutcome] = useState<Outcome>()
  const clipboard = useConfigurationClipboard(catalogue)
  const source = selected.find(({ configuration }) => configuration) ?? active
  const focused = active ? [active] : []
  const targets = selected.length > 0 ? selected : focused

  const apply = ({ step, leftOut }: BulkEdit) => {
    if (step) actions.edit(step)
    setOutcome(leftOut.length > 0 ? { changed: step?.edits.length ?? 0, leftOut } : undefined)
  }

  const paste = (copied: CopiedConfiguration | undefined) => {
    if (!copied) return toast.warning(t('nothing'))

    const edit = pastedConfiguration(targets, copied.configuration, copied.part, catalogue)
    apply(edit)
    if (edit.step && edit.leftOut.length === 0) toast.success(t('pasted', { count: edit.step.edits.length }))
  }

  return {
    apply,
    outcome,
    closeOutcome: () => setOutcome(undefined),
    copy: () => {
      const text = source && clipboard.copy(source)
      if (!text) return

      // Even if the browser denies it, pasting works within this page.
      void navigator.clipboard?.writeText(text).catch(() => {})
      toast.success(t('copied', { name: source.name }))
    },
    paste: () => void clipboard.readSystem().then(paste),
    onCopy: (event: ClipboardEvent) => {
      // The shortcut copies the focused row, whatever is selected.
      const text = active && !isTextEvent(event) ? clipboard.copy(active) : undefined
      if (!text) return

      event.preventDefault()
      event.clipboardData.setData('text/plain', text)
      toast.success(t('copied', { name: active?.name ?? '' }))
    },
    onPaste: (event: ClipboardEvent) => {
      if (isTextEvent(event) || targets.length === 0) return
      event.preventDefault()
      // Read before the first wait: the data is gone when the event has ended.
      const text = event.clipboardData.getData('text/plain')
      void clipboard.read(text).then(paste)
    },
  }
}

interface Copied {
  text: string
  configuration: Configuration
  part: PartMeasures | undefined
}

/** A copied configuration. `part` is undefined if it was copied on another page. */
type CopiedConfiguration = Omit<Copied, 'text'>

/**
 * Copies and pastes configurations through the system clipboard. Also remembers the last copy,
 * because browsers may deny reading the clipboard.
 */
function useConfigurationClipboard(catalogue: Catalogue) {
  const last = useRef<Copied>(undefined)
  const read = async (text: string): Promise<CopiedConfiguration | undefined> => {
    if (last.current?.text === text.trim()) return last.current
    const configuration = await parseConfiguration(text, catalogue)
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
      const copied = text === undefined ? undefined : await read(text)
      return copied ?? last.current
    },
  }
}
