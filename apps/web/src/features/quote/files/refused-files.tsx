import { uploadLimits } from '@cotation/domain'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { RefusedFile } from './check-files.ts'
import classes from './files.module.css'

/** Further names are only counted. */
const maxNamed = 8

/** The refused files, each with its reason. */
export function RefusedFiles({ files }: { files: readonly RefusedFile[] }) {
  const t = useTranslations('upload.notice')
  const reasons = new Set(
    files.map(({ name, reason }) => t(`reason.${reason}`, { name, max: uploadLimits.filesPerProject })),
  )
  const rest = reasons.size - maxNamed

  return (
    <>
      <p className={classes.refusedTitle}>{t('refused', { count: files.length })}</p>
      <ul className={classes.names}>
        {[...reasons].slice(0, maxNamed).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {rest > 0 ? <li>{t('andMore', { count: rest })}</li> : null}
      </ul>
    </>
  )
}
