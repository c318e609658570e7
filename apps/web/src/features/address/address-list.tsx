import type { AddressView } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ListResults } from '#ui/list-page.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { ListAddress } from '#ui/use-list-address.ts'
import { bookQuery } from './address.api.ts'
import classes from './address-book.module.css'
import { AddressCard } from './address-card.tsx'
import { RemoveAddresses } from './remove-addresses.tsx'

interface AddressListProps {
  book: AddressBook
  listAddress: ListAddress
  onAdd: () => void
  onEdit: (address: AddressView) => void
}

export function AddressList({ book, listAddress, onAdd, onEdit }: AddressListProps) {
  const t = useTranslations('address')
  const { search, page } = listAddress
  const list = useQuery(bookQuery(book, { search, page }))

  return (
    <ListResults
      query={list}
      address={listAddress}
      count={(count) => t('count', { count })}
      empty={<NoAddresses book={book} listAddress={listAddress} onAdd={onAdd} />}
    >
      {({ addresses }) => <AddressCards book={book} addresses={addresses} onEdit={onEdit} />}
    </ListResults>
  )
}

function NoAddresses({ book, listAddress: { search, find }, onAdd }: Omit<AddressListProps, 'onEdit'>) {
  const t = useTranslations('address')
  if (search === '') {
    const action = <Button onClick={onAdd}>{t('add')}</Button>
    return <EmptyState title={t(`books.${book}.emptyTitle`)} text={t(`books.${book}.emptyText`)} action={action} />
  }

  const reset = (
    <Button variant="secondary" onClick={() => find('')}>
      {t('none.reset')}
    </Button>
  )
  return <EmptyState title={t('none.title')} text={t('none.text', { search })} action={reset} />
}

interface AddressCardsProps extends Pick<AddressListProps, 'book' | 'onEdit'> {
  addresses: readonly AddressView[]
}

function AddressCards({ book, addresses, onEdit }: AddressCardsProps) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [removing, setRemoving] = useState<readonly AddressView[]>([])

  // Only visible addresses can be selected: another page or search drops the others from the
  // selection.
  const selected = addresses.filter(({ id }) => marked.has(id))

  const mark = (id: string, on: boolean) => {
    const next = new Set(selected.map((address) => address.id))
    if (on) next.add(id)
    else next.delete(id)
    setMarked(next)
  }

  return (
    <>
      <SelectionBar
        shown={addresses.length}
        selected={selected.length}
        onSelectAll={(all) => setMarked(new Set(all ? addresses.map(({ id }) => id) : []))}
        onRemove={() => setRemoving(selected)}
      />
      <ul className={classes.cards}>
        {addresses.map((address) => (
          <AddressCard
            key={address.id}
            book={book}
            address={address}
            marked={marked.has(address.id)}
            onMark={(on) => mark(address.id, on)}
            onEdit={() => onEdit(address)}
            onRemove={() => setRemoving([address])}
          />
        ))}
      </ul>
      {removing.length > 0 ? (
        <RemoveAddresses
          book={book}
          addresses={removing}
          onDone={() => setMarked(new Set())}
          onClose={() => setRemoving([])}
        />
      ) : null}
    </>
  )
}

interface SelectionBarProps {
  shown: number
  selected: number
  onSelectAll: (all: boolean) => void
  onRemove: () => void
}

/** Selects all shown addresses and removes the selected ones. */
function SelectionBar({ shown, selected, onSelectAll, onRemove }: SelectionBarProps) {
  const t = useTranslations('address')
  return (
    <div className={classes.selection}>
      <Checkbox
        label={t('selectAll')}
        checked={selected === shown}
        indeterminate={selected > 0 && selected < shown}
        onChange={(event) => onSelectAll(event.currentTarget.checked)}
      />
      <span role="status">{selected > 0 ? t('selected', { count: selected }) : null}</span>
      {selected > 0 ? (
        <Button size="xs" variant="quietDanger" onClick={onRemove}>
          {t('deleteSelected')}
        </Button>
      ) : null}
    </div>
  )
}
