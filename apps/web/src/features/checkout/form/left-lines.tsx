import type { LineView } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import classes from './lines.module.css'

/** Lines that cannot be ordered yet, each with the reason and a link to resolve it. */
export function LeftLines({ projectId, lines }: { projectId: string; lines: readonly LineView[] }) {
  const t = useTranslations('checkout')
  if (lines.length === 0) return null
  return (
    <div className={classes.left}>
      <h3 className={classes.leftTitle}>{t('lines.leftTitle')}</h3>
      <p className={classes.soft}>{t('lines.leftText')}</p>
      <ul className={classes.leftLines}>
        {lines.map(({ id, name, status, thumbnailId }) => (
          <li key={id}>
            <PartPicture thumbnailId={thumbnailId} small />
            <span>
              <span className={classes.name}>{name}</span>
              <span className={classes.soft}>{t(`status.${status}`)}</span>
            </span>
            <Link
              to="/quote/$projectId"
              params={{ projectId }}
              search={{ part: id }}
              aria-label={t('lines.resolve', { name })}
            >
              {t('back')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
