import { foreignKinds, type Refusal, type RefusalCode } from '@cotation/geometry'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './scope/file.module.css'

/** File types that are not supported at all, as opposed to broken parts. */
const foreign: ReadonlySet<RefusalCode> = new Set(foreignKinds)

/** Why a file cannot be used, where the problem is, and what to do. */
export function RefusalNote({ refusal: { code, place, detail } }: { refusal: Refusal }) {
  const t = useTranslations('geometry')
  const panel = useTranslations('panel')

  return (
    <div className={classes.refusal} role="alert">
      {foreign.has(code) ? <p className={classes.strong}>{panel('unsupported')}</p> : null}
      <p className={classes.strong}>{t(`refusal.${code}.title`, detail)}</p>
      {place?.line === undefined ? null : <p>{t('place.line', { line: place.line })}</p>}
      {place?.byte === undefined ? null : <p>{t('place.byte', { byte: place.byte })}</p>}
      {place?.entity === undefined ? null : <p>{t('place.entity', { entity: String(place.entity) })}</p>}
      <p>{t(`refusal.${code}.advice`, detail)}</p>
    </div>
  )
}
