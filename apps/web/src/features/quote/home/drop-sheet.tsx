import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import { FileButtons } from '#features/quote/files/file-buttons.tsx'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './drop-sheet.module.css'
import { PartDrawing } from './part-drawing.tsx'

interface DropSheetProps {
  onFiles: (dropped: DroppedFiles) => void
  onNear?: () => void
}

/** The upload area of the home page. */
export function DropSheet({ onFiles, onNear }: DropSheetProps) {
  const t = useTranslations('quote.drop')
  return (
    <section className={classes.sheet} aria-label={t('label')}>
      <PartDrawing />
      <div className={classes.call}>
        <p className={classes.label}>{t('label')}</p>
        <span className={classes.actions}>
          <FileButtons
            filesLabel={t('choose')}
            folderLabel={t('chooseFolder')}
            onFiles={onFiles}
            {...(onNear && { onNear })}
          />
        </span>
      </div>
      <TitleBlock />
    </section>
  )
}

/** The accepted files, drawn like the title block of a drawing. */
function TitleBlock() {
  const t = useTranslations('quote.drop')
  return (
    <dl className={classes.block}>
      {(['formats', 'size', 'count', 'kept'] as const).map((entry) => (
        <div key={entry} className={classes.cell}>
          <dt>{t(entry)}</dt>
          <dd>{t(`${entry}Value`)}</dd>
        </div>
      ))}
    </dl>
  )
}
