import type { AddressBook } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { AddressForm } from '#ui/address/address-form.tsx'
import { usualCountryOf } from '#ui/address/usual-country.ts'
import { Dialog } from '#ui/dialog.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Notice } from '#ui/notice.tsx'
import { LoadingState } from '#ui/states.tsx'
import { bookQuery, type Draft, saveAddress } from './address.api.ts'

interface EditAddressProps {
  book: AddressBook
  draft: Draft
  onClose: () => void
}

const firstPage = { search: '', page: 1 }

/** Where a new address probably is: in the country of this book, or of the other one if it is empty. */
function useUsualCountry(book: AddressBook, isNew: boolean) {
  // The page usually has the list already: a country need not be up to date.
  const asKnown = { refetchOnMount: false } as const
  const own = useQuery({ ...bookQuery(book, firstPage), ...asKnown, enabled: isNew })

  const otherBook = book === 'shipping' ? 'billing' : 'shipping'
  const isEmpty = own.data?.total === 0
  const other = useQuery({ ...bookQuery(otherBook, firstPage), ...asKnown, enabled: isNew && isEmpty })

  const known = [...(own.data?.addresses ?? []), ...(other.data?.addresses ?? [])]
  return { country: usualCountryOf(known), isPending: own.isLoading || other.isLoading }
}

/** The form of a new or an existing address, in a dialog. */
export function EditAddress({ book, draft, onClose }: EditAddressProps) {
  const t = useTranslations('address')
  const { attempt, failure, busy } = useAttempt()
  const isFull = failure?.code === 'QUOTA_EXCEEDED'
  const usual = useUsualCountry(book, draft.address === null)

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
      {usual.isPending ? (
        <LoadingState />
      ) : (
        <AddressForm
          book={book}
          busy={busy}
          issues={failure?.issues ?? []}
          usualCountry={usual.country}
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
      )}
    </Dialog>
  )
}
