import type { AddressBook } from '@cotation/domain'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { AddressForm } from '#ui/address/address-form.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Notice } from '#ui/notice.tsx'
import { type Draft, saveAddress } from './address.api.ts'

interface EditAddressProps {
  book: AddressBook
  draft: Draft
  onClose: () => void
}

/** The form of a new or an existing address, in a dialog. */
export function EditAddress({ book, draft, onClose }: EditAddressProps) {
  const t = useTranslations('address')
  const { attempt, failure, busy } = useAttempt()
  const isFull = failure?.code === 'QUOTA_EXCEEDED'

  return (
    <Dialog
      opened
      size="lg"
      title={t(draft.address ? `books.${book}.editTitle` : `books.${book}.addTitle`)}
      onClose={onClose}
      keepsOpenOutside
    >
      {isFull ? <Notice kind="refused" text={t('full')} /> : null}
      <FormAlert failure={failure && !isFull && failure.issues.length === 0 ? failure : null} />
      <AddressForm
        book={book}
        busy={busy}
        issues={failure?.issues ?? []}
        onCancel={onClose}
        onSubmit={(values) =>
          void attempt(async () => {
            await saveAddress(book, draft, values)
            toast.success(t('saved'))
            onClose()
          })
        }
        {...(draft.address ? { initial: draft.address } : {})}
      />
    </Dialog>
  )
}
