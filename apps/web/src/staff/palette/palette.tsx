import type { FoundItem, FoundKind } from '@cotation/contracts'
import type { Messages } from '@cotation/messages'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
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
  'quoted-part': ({ id, projectId }) => `projects/${projectId ?? id}`,
  project: ({ id }) => `projects/${id}`,
  claim: ({ id }) => `claims/${id}`,
  'additional-cost': ({ id }) => `additional-costs/${id}`,
  parcel: ofOrder,
  run: ({ name }) => `work/${name}`,
  tray: ({ name }) => `work/tray/${name}`,
}

/**
 * What the member can open or run, by what is typed: screens and actions, then what the server found. For
 * a number it is the other way round, and only once the server has answered: "Take: C-26-10001" must not
 * run when a person types the number of the order to open it.
 */
function useTargets(
  screens: readonly PaletteScreen[],
  text: string,
  { found, isAnswered }: { found: readonly FoundItem[]; isAnswered: boolean },
): Target[] {
  const t = useTranslations('staff')
  const navigate = useNavigate()
  const commands = useCommands()
  const open = (path: string) => void navigate(staffAddress({ path }))

  const screenTargets = screens.map(({ path, title }): Target => {
    const name = t(`titles.${title}`)
    return { key: path, kind: 'screen', name, detail: '', run: () => open(path) }
  })
  const commandTargets = commands.map(
    ({ key, name, run }): Target => ({ key: `command ${key}`, kind: 'command', name, detail: '', run }),
  )
  const foundTargets = found.map((item): Target => {
    const { kind, id, name, detail } = item
    return { key: `${kind} ${id}`, kind, name, detail, run: () => open(pathOf[kind](item)) }
  })

  const wanted = withoutAccents(text).trim()
  const named = [...screenTargets, ...commandTargets].filter(({ name }) => withoutAccents(name).includes(wanted))
  if (!/\d/.test(wanted)) return [...named, ...foundTargets]
  return isAnswered ? [...foundTargets, ...named] : []
}

/** Jumps to a screen or to anything that has a number or a name, and runs actions. */
export function Palette({ screens, onClose }: PaletteProps) {
  const t = useTranslations('staff')
  const listId = useId()
  const [text, setText] = useState('')
  const [searched, setSearched] = useState('')
  const [active, setActive] = useState(0)
  const search = useDebouncedCallback(setSearched, delayMs)
  const { data, isFetched, isError } = useQuery({
    queryKey: [staffQueries, 'find', searched],
    queryFn: ({ signal }) => staffApi('GET /global/staff/find', { query: { text: searched } }, { signal, quiet: true }),
    enabled: searched.length >= minLength,
  })

  const typed = searchText(text)
  const isLongEnough = typed.length >= minLength
  // What was found for an earlier text is not shown while a person types on.
  const isSearched = isLongEnough && searched === typed
  const isAnswered = isSearched && isFetched
  const targets = useTargets(screens, text, { found: (isSearched && data?.found) || [], isAnswered })
  const current = Math.min(active, targets.length - 1)
  const activeId = current >= 0 ? `${listId}-${current}` : undefined
  useVisible(activeId)

  const choose = (target: Target | undefined) => {
    if (!target) return
    // Closed at once: its focus trap would keep the focus from what the action opens or leads to.
    flushSync(onClose)
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

  const status = () => {
    if (!isLongEnough) return t('palette.hint')
    if (isSearched && isError) return t('palette.failed')
    if (!isAnswered) return t('palette.searching')
    return targets.length === 0 ? t('palette.none') : t('palette.count', { count: targets.length })
  }

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
        <Hint role="status">{status()}</Hint>
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
