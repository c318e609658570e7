import { useSyncExternalStore } from 'react'
import { agreeToTerms } from '#features/quote/files/quoting-terms.ts'
import { TermsDialog } from '#features/quote/files/terms-dialog.tsx'
import type { ProjectStore } from '#features/quote/workspace/project-store.ts'

/**
 * Spec 5 also applies to files added to an open project: asks for the terms if this browser has not
 * accepted them.
 */
export function HeldFiles({ store }: { store: ProjectStore }) {
  const held = useSyncExternalStore(store.subscribe, store.heldFiles)
  if (held.length === 0) return null
  return (
    <TermsDialog
      onAgree={() => {
        agreeToTerms()
        store.holdFiles([])
        void store.files.add(held)
      }}
      onCancel={() => store.holdFiles([])}
    />
  )
}
