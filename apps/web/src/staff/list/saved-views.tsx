import type { SavedView } from '@cotation/contracts'
import type { StaffListKey } from '@cotation/domain'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useCallback, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { usePageAction } from '../shared/page-actions.ts'
import { StaffLink } from '../shared/staff-link.tsx'
import classes from './list.module.css'
import { listQueries } from './list-query.ts'
import { RowCount } from './row-count.tsx'
import type { ListAddress } from './use-list-address.ts'

/** Keyed beside the lists, so that both are read again after a change. */
export const viewsQuery = queryOptions({
  queryKey: [...listQueries, 'views'],
  queryFn: ({ signal }) => staffApi('GET /global/staff/view', {}, { signal, quiet: true }),
  refetchInterval: 60_000,
})

const refreshViews = () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })

interface SavedViewsProps {
  list: StaffListKey
  address: ListAddress
}

/** The saved views of a list with the number of their rows, and a form that saves the shown one. */
export function SavedViews({ list, address }: SavedViewsProps) {
  const t = useTranslations('staff-list.views')
  const [isOpen, setIsOpen] = useState(false)
  const open = useCallback(() => setIsOpen(true), [])
  usePageAction(t('new'), open)
  const { data } = useQuery(viewsQuery)
  const views = data?.views.filter((view) => view.list === list) ?? []

  return (
    <>
      <ActionButton variant="secondary" size="sm" onClick={open}>
        {t('label', { count: views.length })}
      </ActionButton>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={t('title')} size="md">
        <Stack gap="lg">
          {views.length === 0 ? <Hint>{t('none')}</Hint> : null}
          <ul className={classes.views}>
            {views.map((view) => (
              <ViewItem key={view.id} view={view} onOpened={() => setIsOpen(false)} />
            ))}
          </ul>
          <SaveForm list={list} address={address} />
        </Stack>
      </Dialog>
    </>
  )
}

function ViewItem({ view, onOpened }: { view: SavedView; onOpened: () => void }) {
  const t = useTranslations('staff-list.views')
  const may = useMay()
  const [isAsking, setIsAsking] = useState(false)
  const [name, setName] = useState<string | null>(null)
  const { attempt, busy, failure } = useAttempt()
  const isChangeable = view.isOwn || (view.isShared && may('staff.admin'))
  const params = { viewId: view.id }

  const rename = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const body = { name: name ?? view.name }
      await staffApi('PATCH /global/staff/view/{viewId}', { params, body }, { quiet: true })
      await refreshViews()
      setName(null)
    })
  }

  const remove = () =>
    attempt(async () => {
      await staffApi('DELETE /global/staff/view/{viewId}', { params })
      await refreshViews()
      setIsAsking(false)
    })

  if (name !== null) {
    return (
      <li>
        <form onSubmit={rename}>
          <Row>
            <TextField
              label={t('name')}
              required
              maxLength={60}
              value={name}
              error={failure?.message}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="sm" loading={busy}>
              {t('save')}
            </Button>
          </Row>
        </form>
      </li>
    )
  }

  return (
    <li>
      <Row justify="between">
        <ViewLink view={view} onOpened={onOpened} />
        {isChangeable ? (
          <Row gap="xs">
            <Button
              variant="quiet"
              size="xs"
              aria-label={t('renameOf', { name: view.name })}
              onClick={() => setName(view.name)}
            >
              {t('rename')}
            </Button>
            <Button
              variant="quietDanger"
              size="xs"
              aria-label={t('deleteOf', { name: view.name })}
              onClick={() => setIsAsking(true)}
            >
              {t('delete')}
            </Button>
          </Row>
        ) : null}
      </Row>
      <Confirm
        opened={isAsking}
        title={t('deleteTitle', { name: view.name })}
        danger
        confirmLabel={t('delete')}
        loading={busy}
        onConfirm={() => void remove()}
        onCancel={() => setIsAsking(false)}
      >
        {view.isShared ? t('deleteShared') : t('deleteOwn')}
      </Confirm>
    </li>
  )
}

function ViewLink({ view, onOpened }: { view: SavedView; onOpened: () => void }) {
  const t = useTranslations('staff-list')
  const { count } = view
  const search = Object.fromEntries(new URLSearchParams(view.state))

  return (
    <span>
      <StaffLink path={view.list} search={search} onClick={onOpened}>
        {view.name}
      </StaffLink>{' '}
      {count ? <RowCount count={count} className={classes.counter} /> : null}{' '}
      {view.isShared ? <Hint>{t('views.shared')}</Hint> : null}
    </span>
  )
}

function SaveForm({ list, address }: SavedViewsProps) {
  const t = useTranslations('staff-list.views')
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  const { attempt, busy, failure } = useAttempt()

  const save = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const state = new URLSearchParams(address.parameters).toString()
      await staffApi('POST /global/staff/view', { body: { list, name, state, isShared } }, { quiet: true })
      await refreshViews()
      setName('')
    })
  }

  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <TextField
          label={t('saveAs')}
          required
          maxLength={60}
          value={name}
          error={failure?.message}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox label={t('share')} checked={isShared} onChange={() => setIsShared(!isShared)} />
        <Row justify="end">
          <Button type="submit" size="sm" loading={busy}>
            {t('save')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
