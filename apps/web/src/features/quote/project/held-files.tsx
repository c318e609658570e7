import { useSyncExternalStore } from 'react'
import { agreeToTerms } from '#features/quote/files/quoting-terms.ts'
import { TermsDialog } from '#features/quote/files/terms-dialog.tsx'
import type { ProjectStore } from '#features/quote/workspace/project-store.ts'

/** Spec 5 holds for files that are added later too, where this browser has not seen the terms yet. */
export function HeldFiles({ store }: { store: ProjectStore }) {
  const held = useSyncExternalStore(store.subscribe, store.held)
  if (held.length === 0) return null
  return (
    <TermsDialog
      onAgree={() => {
        agreeToTerms()
        store.hold([])
        void store.files.add(held)
      }}
      onCancel={() => store.hold([])}
    />
  )
}
