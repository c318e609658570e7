import { type Catalogue, findService } from '@cotation/domain'
import { IconX } from '@tabler/icons-react'
import type { LineTexts } from '#features/quote/workspace/use-line-texts.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import classes from './lines.module.css'
import type { LeftOut, LeftOutOfLine } from './paste-configuration.ts'

/** The result of an action on several lines. */
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

/** Lists per line what was not applied, and why. */
export function LeftOutNotice({ outcome: { changed, leftOut }, catalogue, texts, onClose }: LeftOutNoticeProps) {
  const t = useTranslations('line.leftOut')
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
      <IconButton aria-label={ui('close')} onClick={onClose}>
        <IconX size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
