import type { AddressBook } from '@cotation/domain'
import { Modal } from '@mantine/core'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { AddressForm } from '#ui/address/address-form.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Notice } from '#ui/notice.tsx'
import { type Draft, saveAddress } from './address.api.ts'

interface EditAddressProps {
  book: AddressBook
  draft: Draft
  onClose: () => void
}

/** The form of a new or a known address, over the list. */
export function EditAddress({ book, draft, onClose }: EditAddressProps) {
  const t = useTranslations('addresses')
  const ui = useTranslations('app.ui')
  const { attempt, failure, busy } = useAttempt()
  const isFull = failure?.code === 'QUOTA_EXCEEDED'

  return (
    <Modal
      opened
      size="lg"
      title={t(draft.address ? `books.${book}.editTitle` : `books.${book}.addTitle`)}
      onClose={onClose}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': ui('close') }}
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
    </Modal>
  )
}
