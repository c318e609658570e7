import { type ReactNode, useMemo } from 'react'
import { useFindingText, useNames } from '#features/quote/workspace/use-texts.ts'
import { comparedProperties, propertiesOf, usePropertyText } from '#lib/material/properties.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import classes from './choices.module.css'
import { findingsOn } from './inspect.ts'
import { entryKey, inMaterial, type MaterialEntry } from './material-entries.ts'
import { OptionPrice } from './option-figures.tsx'
import type { PanelScope } from './panel-scope.ts'

interface CompareMaterialsProps {
  scope: PanelScope
  entries: readonly MaterialEntry[]
  opened: boolean
  onClose: () => void
  onTake: (entry: MaterialEntry) => void
}

/** Compares materials for this part side by side. */
export function CompareMaterials(props: CompareMaterialsProps) {
  const t = useTranslations('panel.compare')
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={t('title', { name: props.scope.line.name })}
      size="xl"
      closeLabel={t('close')}
    >
      <Table {...props} />
    </Dialog>
  )
}

function Table({ scope, entries, onTake }: CompareMaterialsProps) {
  const t = useTranslations('panel.compare')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const { dateAfter } = scope
  const columns = useColumns(scope, entries)
  const rows: readonly [string, (column: Column) => ReactNode][] = [
    [t('process'), ({ entry }) => names.process(entry.process)],
    [
      t('price'),
      ({ entry: { offer } }) =>
        offer ? (
          <OptionPrice lineMinor={offer.lineMinor} unitMinor={offer.unitMinor} date={dateAfter(offer.workingDays)} />
        ) : null,
    ],
    [t('tolerance'), ({ entry, toleranceId }) => names.tolerance(entry.process, toleranceId)],
    [t('colours'), ({ entry }) => entry.material.colours.map(({ name }) => name[language]).join(', ')],
  ]

  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {columns.map(({ entry }) => (
              <th key={entryKey(entry)} scope="col">
                {entry.material.name[language]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, cell]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map((column) => (
                <td key={entryKey(column.entry)}>{cell(column)}</td>
              ))}
            </tr>
          ))}
          <PropertyRows columns={columns} />
          <FindingRow columns={columns} isKnown={scope.analysis !== undefined} />
        </tbody>
        <tfoot>
          <tr>
            <td />
            {columns.map(({ entry }) => (
              <td key={entryKey(entry)}>
                <Button onClick={() => onTake(entry)}>
                  {t('take')} <span className="visually-hidden">{entry.material.name[language]}</span>
                </Button>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** The columns: the line in each material. */
function useColumns({ part, analysis, line, configuration, catalogue }: PanelScope, entries: readonly MaterialEntry[]) {
  const fileName = line.view.upload.name
  return useMemo(
    () =>
      entries.map((entry) => {
        const changed = inMaterial(part, configuration, entry, catalogue)
        return {
          entry,
          toleranceId: changed.toleranceId,
          findings: analysis ? findingsOn({ part, analysis, fileName }, changed, catalogue) : [],
        }
      }),
    [part, analysis, fileName, configuration, catalogue, entries],
  )
}

type Column = ReturnType<typeof useColumns>[number]

/** The properties that at least one material has. */
function PropertyRows({ columns }: { columns: readonly Column[] }) {
  const t = useTranslations('panel.compare')
  const text = usePropertyText()

  return comparedProperties.map((id) => {
    const values = columns.map(({ entry }) => ({ key: entryKey(entry), of: propertiesOf(entry.material, [id])[0] }))
    if (values.every(({ of }) => of === undefined)) return null
    return (
      <tr key={id}>
        <th scope="row">{text.name({ id })}</th>
        {values.map(({ key, of }) => (
          <td key={key}>{of ? text.value(of) : t('unknown')}</td>
        ))}
      </tr>
    )
  })
}

/** The findings of this part in each material. */
function FindingRow({ columns, isKnown }: { columns: readonly Column[]; isKnown: boolean }) {
  const t = useTranslations('panel.compare')
  const geometry = useTranslations('geometry')
  const text = useFindingText()

  if (!isKnown) return null

  return (
    <tr>
      <th scope="row">{t('findings')}</th>
      {columns.map(({ entry, findings }) => (
        <td key={entryKey(entry)}>
          {findings.length === 0 ? t('noFindings') : null}
          <ul className={classes.findings}>
            {findings.map((finding) => (
              <li key={finding.rule} data-severity={finding.severity}>
                <strong>{geometry(`severity.${finding.severity}`)}</strong> {text(finding)}
              </li>
            ))}
          </ul>
        </td>
      ))}
    </tr>
  )
}
