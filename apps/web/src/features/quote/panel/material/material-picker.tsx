import { useMemo, useState } from 'react'
import classes from '#features/quote/panel/scope/choose.module.css'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import { cachedDeliveryDates } from '#features/quote/texts/delivery-date.ts'
import { useFaultText } from '#features/quote/texts/use-formats.ts'
import { useNames } from '#features/quote/texts/use-names.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import { arrowKeyStop } from './arrow-keys.ts'
import { CompareMaterials } from './compare-materials.tsx'
import { entryKey, type MaterialEntry, type MaterialGroup } from './material-entries.ts'
import { MaterialOption } from './material-option.tsx'
import { type MaterialSort, materialSorts } from './material-search.ts'
import { useMaterialList } from './use-material-list.ts'

/** More columns would not be readable side by side. */
const maxCompared = 3

interface MaterialPickerProps {
  scope: PanelScope
  onChoose: (entry: MaterialEntry) => void
}

/** All materials by process with price and date, with a search and arrow-key navigation. */
export function MaterialPicker({ scope, onChoose }: MaterialPickerProps) {
  const t = useTranslations('panel.material')
  const list = useMaterialList(scope)
  const [compared, setCompared] = useState<readonly string[]>([])
  const [comparing, setComparing] = useState(false)
  const toggle = (key: string, isWanted: boolean) =>
    setCompared((before) => (isWanted ? [...before, key] : before.filter((one) => one !== key)))

  return (
    <div className={classes.picker} data-arrow-keys>
      <PickerHead list={list} scope={scope} />
      <p className="visually-hidden" role="status">
        {t('found', { count: list.count })}
      </p>
      {list.count === 0 ? <p className={classes.nothing}>{t('none', { query: list.query })}</p> : null}
      {compared.length > 0 ? (
        <p className={classes.compareBar}>
          <Button variant="secondary" disabled={compared.length < 2} onClick={() => setComparing(true)}>
            {t('compareChosen', { count: compared.length })}
          </Button>
          <span className={classes.soft}>{t('compareHint', { most: maxCompared })}</span>
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

/** Chosen in place of a technology's id. */
const allTechnologies = 'all'

type MaterialList = ReturnType<typeof useMaterialList>

function PickerHead({ list, scope }: { list: MaterialList; scope: PanelScope }) {
  const t = useTranslations('panel.material')
  const { language } = useLanguage()
  const { technologies } = scope.catalogue
  const toggles = technologies.map(({ id, name }) => ({ value: String(id), content: name[language] }))

  return (
    <div className={classes.pickerHead}>
      <TextField
        label={t('search')}
        type="search"
        autoComplete="off"
        placeholder={t('searchHint')}
        value={list.query}
        onChange={(event) => list.setQuery(event.currentTarget.value)}
        {...arrowKeyStop}
      />
      <Select
        label={t('order')}
        options={materialSorts.map((sort) => ({ value: sort, label: t(`orders.${sort}`) }))}
        value={list.sort}
        onChange={(event) => list.setSort(event.currentTarget.value as MaterialSort)}
      />
      <ToggleGroup
        label={t('technology')}
        className={classes.technologies}
        toggles={[...toggles, { value: allTechnologies, content: t('allTechnologies') }]}
        value={String(list.technologyId ?? allTechnologies)}
        onChange={(value) => list.setTechnologyId(technologies.find(({ id }) => String(id) === value)?.id)}
      />
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
  const dateAfter = useMemo(() => cachedDeliveryDates(now, catalogue), [now, catalogue])
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
              date={entry.offer && dateAfter(entry.offer.workingDays)}
              chosen={entryKey(entry) === chosenKey}
              compared={compared.includes(entryKey(entry))}
              canCompare={compared.length < maxCompared}
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
