import { useId, useMemo, useState } from 'react'
import classes from '#features/quote/panel/scope/choose.module.css'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import { cachedDeliveryDates } from '#features/quote/texts/delivery-date.ts'
import { useFaultText } from '#features/quote/texts/use-formats.ts'
import { useNames } from '#features/quote/texts/use-names.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { CompareMaterials } from './compare-materials.tsx'
import { entryKey, type MaterialEntry, type MaterialGroup } from './material-entries.ts'
import { MaterialOption } from './material-option.tsx'
import { type MaterialOrder, materialOrders } from './material-search.ts'
import { useMaterialList } from './use-material-list.ts'
import { walked } from './walk.ts'

/** Columns that stay readable side by side. */
const mostCompared = 3

interface MaterialPickerProps {
  scope: PanelScope
  onChoose: (entry: MaterialEntry) => void
}

/**
 * Every material by process with its price and date; typed words find it, arrow keys walk through
 * it.
 */
export function MaterialPicker({ scope, onChoose }: MaterialPickerProps) {
  const t = useTranslations('panel.material')
  const list = useMaterialList(scope)
  const [compared, setCompared] = useState<readonly string[]>([])
  const [comparing, setComparing] = useState(false)
  const toggle = (key: string, isWanted: boolean) =>
    setCompared((before) => (isWanted ? [...before, key] : before.filter((one) => one !== key)))

  return (
    <div className={classes.picker} data-walked>
      <PickerHead list={list} scope={scope} />
      <p className="visually-hidden" role="status">
        {t('found', { count: list.count })}
      </p>
      {list.count === 0 ? <p className={classes.nothing}>{t('none', { query: list.query })}</p> : null}
      {compared.length > 0 ? (
        <p className={classes.compareBar}>
          <button
            type="button"
            className={buttons.secondary}
            disabled={compared.length < 2}
            onClick={() => setComparing(true)}
          >
            {t('compareChosen', { count: compared.length })}
          </button>
          <span className={classes.soft}>{t('compareHint', { most: mostCompared })}</span>
        </p>
      ) : null}
      {list.groups.map((group) => (
        <Group key={group.process} {...{ group, scope, compared, onChoose }} onCompare={toggle} />
      ))}
      <CompareMaterials
        scope={scope}
        entries={list.entries.filter((entry) => compared.includes(entryKey(entry)))}
        opened={comparing}
        onClose={() => setComparing(false)}
        onTake={(entry) => {
          setComparing(false)
          onChoose(entry)
        }}
      />
    </div>
  )
}

type MaterialList = ReturnType<typeof useMaterialList>

function PickerHead({ list, scope }: { list: MaterialList; scope: PanelScope }) {
  const t = useTranslations('panel.material')
  const { language } = useLanguage()
  const id = useId()
  const { technologies } = scope.catalogue

  return (
    <div className={classes.pickerHead}>
      <div className={classes.field}>
        <label htmlFor={`${id}-search`}>{t('search')}</label>
        <input
          id={`${id}-search`}
          type="search"
          autoComplete="off"
          placeholder={t('searchHint')}
          value={list.query}
          onChange={(event) => list.setQuery(event.currentTarget.value)}
          {...walked}
        />
      </div>
      <div className={classes.field}>
        <label htmlFor={`${id}-order`}>{t('order')}</label>
        <select
          id={`${id}-order`}
          value={list.order}
          onChange={(event) => list.setOrder(event.currentTarget.value as MaterialOrder)}
        >
          {materialOrders.map((order) => (
            <option key={order} value={order}>
              {t(`orders.${order}`)}
            </option>
          ))}
        </select>
      </div>
      <fieldset className={classes.technologies} aria-label={t('technology')}>
        {technologies.map((technology) => (
          <button
            key={technology.id}
            type="button"
            aria-pressed={list.technologyId === technology.id}
            onClick={() => list.setTechnologyId(technology.id)}
          >
            {technology.name[language]}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={list.technologyId === undefined}
          onClick={() => list.setTechnologyId(undefined)}
        >
          {t('allTechnologies')}
        </button>
      </fieldset>
    </div>
  )
}

interface GroupProps extends MaterialPickerProps {
  group: MaterialGroup
  compared: readonly string[]
  onCompare: (key: string, isWanted: boolean) => void
}

function Group({ group, scope, compared, onCompare, onChoose }: GroupProps) {
  const names = useNames(scope.catalogue)
  const faultText = useFaultText(scope.catalogue)
  const { now, catalogue } = scope
  const promised = useMemo(() => cachedDeliveryDates(now, catalogue), [now, catalogue])
  const chosenKey = entryKey(scope)

  return (
    <section className={classes.group} aria-label={names.process(group.process)}>
      <h4>{names.process(group.process)}</h4>
      {group.fault ? <p className={classes.refused}>{faultText(group.fault)}</p> : null}
      {group.fault ? null : (
        <ul className={classes.options}>
          {group.entries.map((entry) => (
            <MaterialOption
              key={entryKey(entry)}
              entry={entry}
              date={entry.offer && promised(entry.offer.workingDays)}
              chosen={entryKey(entry) === chosenKey}
              compared={compared.includes(entryKey(entry))}
              canCompare={compared.length < mostCompared}
              scope={scope}
              onChoose={() => onChoose(entry)}
              onCompare={(isWanted) => onCompare(entryKey(entry), isWanted)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
