import type { UploadView } from '@cotation/contracts'
import { fileRetention, type TechnologySlug, type UploadState } from '@cotation/domain'
import type { ReactNode } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Row } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import { downloadFile, requoteFile } from './project.api.ts'
import classes from './project.module.css'

const tones: Record<UploadState, Tone> = {
  uploading: 'warning',
  received: 'neutral',
  analysing: 'neutral',
  done: 'good',
  failed: 'danger',
  expired: 'neutral',
}

const units = [
  ['giga', 1e9],
  ['mega', 1e6],
  ['kilo', 1e3],
] as const

/** Whether the server holds the complete file. */
const isKept = (state: UploadState): boolean => state !== 'uploading' && state !== 'expired'

/** Whether a new quote can start from this file. */
export const isQuotable = ({ purpose, state }: UploadView): boolean =>
  purpose === 'part' && isKept(state) && state !== 'failed'

/** State, size, date, refusal and expiry date of a file. */
function FileFacts({ upload }: { upload: UploadView }) {
  const t = useTranslations()
  const { date, number } = useFormats('medium')
  const { purpose, state, bytes, createdAt, expiresAt, refusal } = upload
  const [unit, unitBytes] = units.find(([, minBytes]) => bytes >= minBytes) ?? ['byte', 1]
  const size = number(Math.round((bytes / unitBytes) * 10) / 10)

  const keeping = () => {
    if (state === 'expired') return t('project.files.gone')
    if (expiresAt === null) return t('project.files.keptOpen')
    return t('project.files.kept', { date: date(expiresAt), months: fileRetention.months })
  }

  return (
    <>
      <p className={classes.facts}>
        <Badge dot tone={tones[state]}>
          {t(`project.files.state.${state}`)}
        </Badge>
        {purpose === 'attachment' ? <span>{t('project.files.drawing')}</span> : null}
        <span>{t('project.files.size', { unit, value: size })}</span>
        <span>{t('project.files.sent', { date: date(createdAt) })}</span>
      </p>
      {refusal ? <Text tone="danger">{t(`geometry.refusal.${refusal.code}.title`, refusal.detail)}</Text> : null}
      <p className={classes.facts}>{keeping()}</p>
    </>
  )
}

interface FileItemProps {
  upload: UploadView
  thumbnailId: string | null
  /** The technology of a new quote from this file. */
  service: TechnologySlug
  /** Shown before the picture. */
  checkbox?: ReactNode
  /** The lines or projects that use the file. */
  uses: ReactNode
  /** Replaces the actions on a file that is no longer kept. */
  sendAgain: ReactNode
  /** Extra actions. */
  children?: ReactNode
}

/** A file in a list. The gateway reports failed actions. */
export function FileItem({ upload, thumbnailId, service, checkbox, uses, sendAgain, children }: FileItemProps) {
  const t = useTranslations('project.files')
  const { attempt, busy } = useAttempt()
  const { name, state } = upload

  return (
    <li className={classes.item}>
      <Row noWrap>
        {checkbox}
        <PartPicture thumbnailId={thumbnailId} />
      </Row>
      <div>
        <h2 className={classes.name}>{name}</h2>
        <FileFacts upload={upload} />
        <div className={classes.facts}>{uses}</div>
      </div>
      <div className={classes.actions}>
        {isKept(state) ? (
          <Button
            size="xs"
            variant="secondary"
            disabled={busy}
            aria-label={t('downloadOf', { name })}
            onClick={() => void attempt(() => downloadFile(upload))}
          >
            {t('download')}
          </Button>
        ) : (
          sendAgain
        )}
        {isQuotable(upload) ? (
          <Button
            size="xs"
            variant="secondary"
            disabled={busy}
            aria-label={t('requoteOf', { name })}
            onClick={() => void attempt(() => requoteFile(upload, service))}
          >
            {t('requote')}
          </Button>
        ) : null}
        {children}
      </div>
    </li>
  )
}
