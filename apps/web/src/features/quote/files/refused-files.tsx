import { uploadLimits } from '@cotation/domain'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { RefusedFile } from './check-files.ts'
import classes from './refused-files.module.css'

/** Names that are read; the rest is counted. */
const mostNamed = 8

/** Files that were not taken, each with its reason. */
export function RefusedFiles({ files }: { files: readonly RefusedFile[] }) {
  const t = useTranslations('files.notice')
  const lines = new Set(
    files.map(({ name, reason }) => t(`reason.${reason}`, { name, max: uploadLimits.filesPerProject })),
  )
  const rest = lines.size - mostNamed

  return (
    <>
      <p className={classes.title}>{t('refused', { count: files.length })}</p>
      <ul className={classes.names}>
        {[...lines].slice(0, mostNamed).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {rest > 0 ? <li>{t('andMore', { count: rest })}</li> : null}
      </ul>
    </>
  )
}
