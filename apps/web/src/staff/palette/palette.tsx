import type { FoundItem } from '@cotation/contracts'
import type { Messages } from '@cotation/messages'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
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
import { staffAddress } from '../shared/staff-link.tsx'
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
  kind: FoundItem['kind'] | 'screen'
  name: string
  detail: string
  path: string
  search?: Record<string, string>
}

const delayMs = 200
const minLength = 2

/** Where something that was found is shown. */
function targetOf({ kind, id, name, detail, orderId }: FoundItem): Target {
  const target = { key: `${kind} ${id}`, kind, name, detail }
  if (kind === 'order') return { ...target, path: `orders/${id}` }
  if (kind === 'claim') return { ...target, path: `claims/${id}` }
  if (kind === 'additional-cost') return { ...target, path: `additional-costs/${id}` }
  if (orderId !== null) return { ...target, path: `orders/${orderId}` }
  return { ...target, path: `customers/${id}` }
}

/** Jumps to a screen, or to anything that has a number or a name. */
export function Palette({ screens, onClose }: PaletteProps) {
  const t = useTranslations('staff')
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState('')
  const [searched, setSearched] = useState('')
  const [active, setActive] = useState(0)
  const search = useDebouncedCallback(setSearched, delayMs)
  const found = useQuery({
    queryKey: [staffQueries, 'find', searched],
    queryFn: ({ signal }) => staffApi('GET /global/staff/find', { query: { text: searched } }, { signal }),
    enabled: searched.length >= minLength,
  })

  const wanted = withoutAccents(text).trim()
  const screenTargets = screens
    .map(({ path, title }): Target => ({ key: path, kind: 'screen', name: t(`titles.${title}`), detail: '', path }))
    .filter(({ name }) => withoutAccents(name).includes(wanted))
  const isSearched = searched.length >= minLength && searched === text.trim()
  const targets = [...screenTargets, ...(isSearched ? (found.data?.found ?? []).map(targetOf) : [])]
  const current = Math.min(active, targets.length - 1)

  const open = (target: Target | undefined) => {
    if (!target) return
    onClose()
    void navigate(staffAddress(target))
  }

  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setActive(Math.max(0, Math.min(targets.length - 1, current + step)))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      open(targets[current])
    }
  }

  let hint = ''
  if (targets.length === 0) hint = isSearched && found.isSuccess ? t('palette.none') : t('palette.searching')
  if (text.trim().length < minLength) hint = t('palette.hint')

  const combobox = {
    role: 'combobox',
    'aria-expanded': true,
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    'aria-activedescendant': current >= 0 ? `${listId}-${current}` : undefined,
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
            search(event.currentTarget.value.trim())
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
              onClick={() => open(target)}
            >
              <span className={classes.kind}>{t(`palette.kinds.${target.kind}`)}</span>
              <span>{target.name}</span>
              <span className={classes.detail}>{target.detail}</span>
            </Button>
          ))}
        </div>
        <Hint role="status">{hint}</Hint>
      </Stack>
    </Dialog>
  )
}
