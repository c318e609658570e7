import {
  type Configuration,
  claimableThreads,
  claimedDepthMm,
  type Fault,
  findThread,
  offeredServices,
  type ServiceSelection,
  selectService,
  usualClaim,
} from '@cotation/domain'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './choices.module.css'
import { NumberField, SelectField, useFieldError } from './fields.tsx'
import type { PanelScope } from './panel-scope.ts'

type ThreadSelection = Extract<ServiceSelection, { id: 'tapping' | 'brass-insert' }>
const claimable = ['tapping', 'brass-insert'] as const
type ClaimableId = (typeof claimable)[number]

interface ClaimedThreadsProps {
  scope: PanelScope
  faults: readonly Fault[]
}

/**
 * Threads in holes that were not detected: coarse meshes hide small ones, and some are drilled
 * later.
 */
export function ClaimedThreads({ scope, faults }: ClaimedThreadsProps) {
  const t = useTranslations('panel.holes')
  const { language } = useLanguage()
  const { part, material, process, catalogue, configuration } = scope
  const offered = offeredServices(part, material, process, catalogue).filter(
    ({ service, fault }) => !fault && claimable.some((id) => id === service.id),
  )
  const selectionOf = (id: ClaimableId) => configuration.services.find((one): one is ThreadSelection => one.id === id)

  const withItems = (selection: ThreadSelection, items: ThreadSelection['items']): Configuration => {
    if (items.length > 0) return selectService(configuration, { ...selection, items }, catalogue).configuration
    return { ...configuration, services: configuration.services.filter((one) => one.id !== selection.id) }
  }

  const save = (selection: ThreadSelection, items: ThreadSelection['items']) =>
    scope.change('threads', withItems(selection, items), selection.id)

  const add = (id: ClaimableId, option: string, first: ThreadSelection['items'][number]) => {
    const selection: ThreadSelection = selectionOf(id) ?? { id, option, items: [] }
    save(selection, [...selection.items, first])
  }

  return (
    <div className={classes.claimed}>
      {claimable.flatMap((id) => {
        const selection = selectionOf(id)
        if (!selection) return []
        return selection.items.flatMap((item, index) =>
          item.holes ? (
            []
          ) : (
            <ClaimedRow
              key={`${id} ${String(index)}`}
              selection={selection}
              index={index}
              scope={scope}
              faults={faults}
              onItems={(items) => save(selection, items)}
            />
          ),
        )
      })}
      <div className={classes.adders}>
        {offered.map(({ service, options }) => {
          const option = options.find(({ fault }) => !fault)?.option.id
          const id = claimable.find((one) => one === service.id)
          const first = id && option ? usualClaim(id, option, configuration, scope) : undefined
          return id && option && first ? (
            <Button variant="quiet" key={id} onClick={() => add(id, option, first)}>
              {t('claim', { service: service.name[language] })}
            </Button>
          ) : null
        })}
      </div>
    </div>
  )
}

interface ClaimedRowProps extends ClaimedThreadsProps {
  selection: ThreadSelection
  index: number
  onItems: (items: ThreadSelection['items']) => void
}

function ClaimedRow({ selection, index, scope, faults, onItems }: ClaimedRowProps) {
  const t = useTranslations('panel.holes')
  const input = useTranslations('panel.input')
  const { language } = useLanguage()
  const errorOf = useFieldError(faults, scope.catalogue)
  const { items } = selection
  const item = items[index]
  if (!item) return null

  const set = (changes: Partial<typeof item>) => onItems(items.with(index, { ...item, ...changes }))
  const field = `services.${selection.id}.items.${index}`
  const service = scope.catalogue.services.find(({ id }) => id === selection.id)
  const sizes = claimableThreads(selection.id, scope)

  const setSize = (size: string) => {
    const thread = findThread(scope.catalogue, size)
    if (thread) set({ size, depthMm: claimedDepthMm(selection.id, thread, scope.part) })
  }

  return (
    <fieldset className={classes.claim}>
      <legend>{t('claimed', { service: service?.name[language] ?? selection.id })}</legend>
      <SelectField
        label={input('threadSize')}
        error={errorOf(`${field}.size`)}
        value={item.size}
        options={sizes.map(({ size }) => ({ value: size, label: size }))}
        onChange={setSize}
      />
      <NumberField
        label={input('count')}
        error={errorOf(`${field}.count`)}
        value={item.count}
        min={1}
        max={1000}
        onChange={(count) => set({ count: count ?? 0 })}
      />
      <NumberField
        label={input('holeDepth')}
        error={errorOf(`${field}.depthMm`)}
        value={item.depthMm}
        min={0}
        max={Math.ceil(Math.hypot(...scope.part.sizeMm))}
        step="any"
        onChange={(depthMm) => set({ depthMm: depthMm ?? 0 })}
      />
      <Button variant="quiet" onClick={() => onItems(items.toSpliced(index, 1))}>
        {t('unclaim')}
      </Button>
    </fieldset>
  )
}
