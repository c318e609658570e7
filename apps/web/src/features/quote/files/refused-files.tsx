import { uploadLimits } from '@cotation/domain'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { RefusedFile } from './check-files.ts'
import classes from './files.module.css'

/** Further names are only counted. */
const maxNamed = 8

/** Why files were refused, one sentence each. Hidden files are only counted. */
function useReasons(files: readonly RefusedFile[]): string[] {
  const t = useTranslations('upload.notice')
  const hidden = files.filter(({ reason }) => reason === 'hidden').length
  const sentences = files
    .filter(({ reason }) => reason !== 'hidden')
    .map(({ name, reason }) => t(`reason.${reason}`, { name, max: uploadLimits.filesPerProject }))

  return [...new Set(sentences), ...(hidden > 0 ? [t('reason.hidden', { count: hidden })] : [])]
}

interface RefusedFilesProps {
  files: readonly RefusedFile[]
  /** Shows the reasons on request. */
  isFolded?: boolean
}

/** The refused files, each with its reason. */
export function RefusedFiles({ files, isFolded = false }: RefusedFilesProps) {
  const t = useTranslations('upload.notice')
  const reasons = useReasons(files)
  const rest = reasons.length - maxNamed

  return (
    <details open={!isFolded}>
      <summary className={classes.refusedTitle}>{t('refused', { count: files.length })}</summary>
      <ul className={classes.names}>
        {reasons.slice(0, maxNamed).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {rest > 0 ? <li>{t('andMore', { count: rest })}</li> : null}
      </ul>
    </details>
  )
}
