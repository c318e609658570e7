import { findColour } from '@cotation/domain'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useFaultText, useNames } from '#features/quote/workspace/use-texts.ts'
import { keyProperties, propertiesOf, usePropertyText } from '#lib/material/properties.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import classes from './choices.module.css'
import { CompareMaterials } from './compare-materials.tsx'
import { entryKey, inMaterial, type MaterialEntry, type MaterialGroup } from './material-entries.ts'
import { type MaterialSort, materialSorts, useMaterialList } from './material-search.ts'

import { OptionPrice } from './option-figures.tsx'
import type { PanelScope } from './panel-scope.ts'
import { ProcessAdvice } from './process-advice.tsx'
import { Section } from './section.tsx'

/** The chosen process and material, and on demand the list of all with price and date. */
export function MaterialChoice({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.material')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const id = useId()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { material, process, configuration } = scope
  const hex = findColour(material, configuration.colourId)?.hex

  const choose = (entry: MaterialEntry) => {
    scope.change('material', inMaterial(scope.part, configuration, entry, scope.catalogue))
    setOpen(false)
    // The option that had the focus is unmounted with the list.
    opener.current?.focus()
  }

  return (
    <Section title={t('title')} help="material" aside={names.process(process)}>
      <div className={classes.chosen}>
        <span className={classes.swatch} style={{ backgroundColor: hex }} aria-hidden />
        <span className={classes.optionText}>
          <span className={classes.strong}>{material.name[language]}</span>
          <PropertyLine material={material} />
        </span>
        <Button variant="secondary" ref={opener} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? t('close') : t('change')}
        </Button>
      </div>
      <div id={id}>{open ? <MaterialPicker scope={scope} onChoose={choose} /> : null}</div>
      <ProcessAdvice scope={scope} />
    </Section>
  )
}

/** More columns would not be readable side by side. */
const maxCompared = 3

interface MaterialPickerProps {
  scope: PanelScope
  onChoose: (entry: MaterialEntry) => void
}

/** All materials by process with price and date, with a search and arrow-key navigation. */
function MaterialPicker({ scope, onChoose }: MaterialPickerProps) {
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
        <Group
          key={group.process}
          group={group}
          scope={scope}
          compared={compared}
          onChoose={onChoose}
          onCompare={toggle}
        />
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
  const { dateAfter } = scope
  const chosenKey = entryKey(scope)

  return (
    <section className={classes.group} aria-label={names.process(group.process)}>
      <h4>{names.process(group.process)}</h4>
      {group.fault ? <p className={classes.soft}>{faultText(group.fault)}</p> : null}
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

interface MaterialOptionProps {
  entry: MaterialEntry
  date: string | undefined
  chosen: boolean
  compared: boolean
  canCompare: boolean
  scope: Pick<PanelScope, 'catalogue' | 'configuration'>
  onChoose: () => void
  onCompare: (compared: boolean) => void
}

/** A material of the list: properties, price and date for this part, or why it is impossible. */
function MaterialOption(props: MaterialOptionProps) {
  const { entry, date, chosen, compared, canCompare, scope, onChoose, onCompare } = props
  const t = useTranslations('panel.material')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const faultText = useFaultText(scope.catalogue)
  const { material, offer, fault } = entry
  const name = material.name[language]
  const swatch = findColour(material, material.defaultColour)?.hex

  return (
    <li className={classes.option} data-chosen={chosen || undefined}>
      <Button
        variant="bare"
        className={classes.optionButton}
        aria-current={chosen ? 'true' : undefined}
        disabled={fault !== undefined}
        {...arrowKeyStop}
        onClick={onChoose}
      >
        <span className={classes.swatch} style={{ backgroundColor: swatch }} aria-hidden />
        <span className={classes.optionText}>
          <span className={classes.strong}>{name}</span>
          <PropertyLine material={material} />
          {fault ? <span className={classes.soft}>{faultText(fault)}</span> : null}
          {offer && offer.dropped.length > 0 ? (
            <span className={classes.soft}>{t('drops', { services: names.services(offer.dropped) })}</span>
          ) : null}
          {offer && offer.lead !== scope.configuration.lead ? (
            <span className={classes.soft}>{t('otherLead', { lead: names.lead(offer.lead) })}</span>
          ) : null}
        </span>
        {offer ? <OptionPrice lineMinor={offer.lineMinor} unitMinor={offer.unitMinor} date={date} /> : null}
      </Button>
      {offer ? (
        <Checkbox
          className={classes.compare}
          label={
            <span>
              {t('compare')} <span className="visually-hidden">{name}</span>
            </span>
          }
          checked={compared}
          disabled={!compared && !canCompare}
          onChange={(event) => onCompare(event.currentTarget.checked)}
        />
      ) : null}
    </li>
  )
}

/** `48 MPa · 20 % · 175 °C · Shore 80D · 1.01 g/cm³`, each with its name. */
function PropertyLine({ material }: Pick<MaterialEntry, 'material'>) {
  const text = usePropertyText()
  return (
    <span className={classes.properties}>
      {propertiesOf(material, keyProperties).map((property) => (
        <span key={property.id}>
          <span>{text.name(property)}</span> {text.value(property)}
        </span>
      ))}
    </span>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Props for the search field and the options of a list: arrow keys move the focus between them. */
const arrowKeyStop = {
  'data-stop': true,
  onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = steps[event.key]
    const list = event.currentTarget.closest('[data-arrow-keys]')
    if (step === undefined || !list) return

    const stops = [...list.querySelectorAll<HTMLElement>('[data-stop]:not(:disabled)')]
    const next = stops[stops.indexOf(event.currentTarget) + step]
    if (!next) return

    event.preventDefault()
    next.focus()
  },
}
