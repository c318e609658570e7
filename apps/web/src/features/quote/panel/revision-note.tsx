import { useFormatter } from 'use-intl'
import { useFormats } from '#features/quote/texts/use-formats.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useMeasure, useSizeText } from './file-facts.tsx'
import classes from './scope/file.module.css'

/** What a revised file changed: size, volume and price before and after. */
export function RevisionNote({ line }: { line: WorkLine }) {
  const t = useTranslations('panel.revision')
  const format = useFormatter()
  const { money } = useFormats()
  const number = useMeasure()
  const size = useSizeText()
  const { revision } = line.view
  if (!revision) return null

  const { part, sizeMm, price } = line
  const volume = (mm3: number) => t('cm3', { value: number(mm3 / 1000, 3) })
  const { sizeMm: oldSizeMm, volumeMm3: oldVolumeMm3, lineMinor: oldMinor } = revision

  const rows: { name: string; before: string; after: string }[] = []
  if (oldSizeMm && sizeMm) rows.push({ name: t('size'), before: size(oldSizeMm), after: size(sizeMm) })
  if (oldVolumeMm3 !== null && part)
    rows.push({ name: t('volume'), before: volume(oldVolumeMm3), after: volume(part.volumeMm3) })
  if (oldMinor !== null && price)
    rows.push({ name: t('price'), before: money(oldMinor), after: money(price.linePrice.minor) })

  return (
    <div className={classes.revision}>
      <p>
        {t('replaced', {
          name: revision.fileName,
          date: format.dateTime(new Date(revision.replacedAt), { dateStyle: 'long' }),
        })}
      </p>
      <ul>
        {rows.map(({ name, before, after }) => (
          <li key={name}>{before === after ? t('same', { name, after }) : t('changed', { name, before, after })}</li>
        ))}
      </ul>
    </div>
  )
}
