import { type Catalogue, findService } from '@cotation/domain'
import { IconX } from '@tabler/icons-react'
import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './bulk.module.css'
import type { LeftOut, LeftOutOfLine } from './paste-configuration.ts'

/** What an action on several lines did, and did not do. */
export interface Outcome {
  changed: number
  leftOut: readonly LeftOutOfLine[]
}

interface LeftOutNoticeProps {
  outcome: Outcome
  catalogue: Catalogue
  texts: LineTexts
  onClose: () => void
}

/** Tells, line by line, what was not taken over and why: nothing is dropped in silence. */
export function LeftOutNotice({ outcome: { changed, leftOut }, catalogue, texts, onClose }: LeftOutNoticeProps) {
  const t = useTranslations('lines.leftOut')
  const ui = useTranslations('app.ui')
  const text = (left: LeftOut) => {
    if (left.what === 'material' || left.what === 'lead-refused') return texts.faultText(left.fault)
    if (left.what !== 'service') return t(left.what)
    return t('service', { service: findService(catalogue, left.service)?.name[texts.language] ?? left.service })
  }

  return (
    <div className={classes.notice} role="status">
      <div>
        <p className={classes.noticeTitle}>{t('title', { changed, count: leftOut.length })}</p>
        <ul>
          {leftOut.map(({ lineId, name, left }) => (
            <li key={lineId}>
              <strong>{name}</strong> {left.map(text).join(' ')}
            </li>
          ))}
        </ul>
      </div>
      <button type="button" className={classes.quiet} aria-label={ui('close')} onClick={onClose}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  )
}
