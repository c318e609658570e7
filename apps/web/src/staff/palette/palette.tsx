import type { FoundItem, FoundKind } from '@cotation/contracts'
import type { Messages } from '@cotation/messages'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { withoutAccents } from '#lib/texts/without-accents.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useDebouncedCallback } from '#ui/use-debounced.ts'
import { searchText } from '../shared/search-text.ts'
import { staffAddress } from '../shared/staff-link.tsx'
import { useCommands } from './commands.ts'
import classes from './palette.module.css'

interface PaletteScreen {
  path: string
  title: keyof Messages['staff']['titles']
}

interface PaletteProps {
  /** The screens that the member may open. */
  screens: readonly PaletteScreen[]
  onClose: () => void
}

interface Target {
  key: string
  kind: FoundKind | 'screen' | 'command'
  name: string
  detail: string
  run: () => void
}

const delayMs = 200
const minLength = 2

const ofOrder = ({ id, orderId }: FoundItem) => `orders/${orderId ?? id}`

/** Where something that was found is shown. */
const pathOf: Readonly<Record<FoundKind, (item: FoundItem) => string>> = {
  order: ofOrder,
  invoice: ofOrder,
  'cost-invoice': ({ id }) => `additional-costs/${id}`,
  customer: ({ id }) => `customers/${id}`,
  part: ofOrder,
  question: ({ id }) => `experts/${id}`,
  claim: ({ id }) => `claims/${id}`,
  'additional-cost': ({ id }) => `additional-costs/${id}`,
  parcel: ofOrder,
  run: ({ name }) => `work/${name}`,
  tray: ({ name }) => `trays/${name}`,
}

/** Jumps to a screen or to anything that has a number or a name, and runs actions. */
export function Palette({ screens, onClose }: PaletteProps) {
  const t = useTranslations('staff')
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState('')
  const [searched, setSearched] = useState('')
  const [active, setActive] = useState(0)
  const search = useDebouncedCallback(setSearched, delayMs)
  const commands = useCommands()
  const found = useQuery({
    queryKey: [staffQueries, 'find', searched],
    queryFn: ({ signal }) => staffApi('GET /global/staff/find', { query: { text: searched } }, { signal, quiet: true }),
    enabled: searched.length >= minLength,
  })

  const open = (path: string) => void navigate(staffAddress({ path }))
  const wanted = withoutAccents(text).trim()
  const typed = searchText(text)
  const isSearched = searched.length >= minLength && searched === typed

  const known: Target[] = [
    ...screens.map(({ path, title }) => ({
      key: path,
      kind: 'screen' as const,
      name: t(`titles.${title}`),
      detail: '',
      run: () => open(path),
    })),
    ...commands.map(({ key, name, run }) => ({
      key: `command ${key}`,
      kind: 'command' as const,
      name,
      detail: '',
      run,
    })),
  ]
  const foundTargets = (found.data?.found ?? []).map((item): Target => {
    const { kind, id, name, detail } = item
    return { key: `${kind} ${id}`, kind, name, detail, run: () => open(pathOf[kind](item)) }
  })
  const targets = [
    ...known.filter(({ name }) => withoutAccents(name).includes(wanted)),
    ...(isSearched ? foundTargets : []),
  ]
  const current = Math.min(active, targets.length - 1)
  const activeId = current >= 0 ? `${listId}-${current}` : undefined
  useVisible(activeId)

  const choose = (target: Target | undefined) => {
    if (!target) return
    onClose()
    target.run()
  }

  const onKey = (event: KeyboardEvent) => {
    // Enter ends a composition, for example of an accent, and chooses nothing yet.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setActive(Math.max(0, Math.min(targets.length - 1, current + step)))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(targets[current])
    }
  }

  const isSearching = typed.length >= minLength && !(isSearched && found.isFetched)
  let status = t('palette.count', { count: targets.length })
  if (targets.length === 0) status = t('palette.none')
  if (isSearching) status = t('palette.searching')
  if (isSearched && found.isError) status = t('palette.failed')
  if (typed.length < minLength) status = t('palette.hint')

  const combobox = {
    role: 'combobox',
    'aria-expanded': targets.length > 0,
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    'aria-activedescendant': activeId,
  } as const

  return (
    <Dialog opened onClose={onClose} title={t('palette.title')} size="md">
      <Stack gap="sm">
        <TextField
          {...combobox}
          label={t('palette.label')}
          data-autofocus
          autoComplete="off"
          maxLength={100}
          value={text}
          onKeyDown={onKey}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setActive(0)
            search(searchText(event.currentTarget.value))
          }}
        />
        <div id={listId} role="listbox" aria-label={t('palette.results')} className={classes.list}>
          {targets.map((target, index) => (
            <Button
              key={target.key}
              variant="bare"
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={classes.option}
              onClick={() => choose(target)}
            >
              <span className={classes.kind}>{t(`palette.kinds.${target.kind}`)}</span>
              <span>{target.name}</span>
              <span className={classes.detail}>{target.detail}</span>
            </Button>
          ))}
        </div>
        <Hint role="status">{status}</Hint>
      </Stack>
    </Dialog>
  )
}

/** The list scrolls, and the focus stays in the field. */
function useVisible(optionId: string | undefined): void {
  useEffect(() => {
    if (optionId !== undefined) document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' })
  }, [optionId])
}
